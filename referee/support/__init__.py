"""What every other room may use and what uses none of them: settings, interrupts, the build."""
