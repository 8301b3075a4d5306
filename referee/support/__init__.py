"""What every other package of referee may use, and what uses none of them: settings, signals, the build."""
