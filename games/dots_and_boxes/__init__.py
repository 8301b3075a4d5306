"""Dots and boxes: its rules, and what people see of it."""

from games.dots_and_boxes.game import DotsAndBoxes as DotsAndBoxes
