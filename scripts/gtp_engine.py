"""A GTP engine connected by pipes, for the other scripts in this folder. Python's standard library only."""
import shlex
import subprocess


class Engine:
    """A process that speaks GTP. `log` is a file for what it writes on stderr."""

    def __init__(self, command, log=subprocess.DEVNULL):
        self.command = command
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=log, text=True)

    def ask(self, line):
        """The reply to a command, without the `=`. Raises an error if the command fails."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            text = self.process.stdout.readline()
            if not text:
                raise RuntimeError(f"{self.command} died at `{line}`")
            if text.strip():
                lines.append(text.rstrip("\n"))
            elif lines:
                break
        if lines[0].startswith("?"):
            raise RuntimeError(f"`{line}`: {lines[0]}")
        lines[0] = lines[0].lstrip("=").strip()
        return "\n".join(lines)

    def set_up(self, problem):
        """Puts the stones of a problem (size, black[], white[]) on an empty board."""
        stones = [f"b {v}" for v in problem["black"]] + [f"w {v}" for v in problem["white"]]
        self.ask(f"boardsize {problem['size']}")
        self.ask("gogui-setup " + " ".join(stones))

    def read(self, task, target, seconds):
        """Answer, proof and confidence of a question of life and death. A block in seki counts as alive."""
        words = self.ask(f"tedomari-read {task} {target} {seconds}").split()
        verdict, proof = words[1], words[3]
        if verdict == "seki":
            verdict = "achieved" if task == "live" else "refuted"
        return verdict, proof, words[words.index("confidence") + 1]

    def close(self):
        """Sends `quit` and waits for the end of the process."""
        try:
            self.ask("quit")
        except (RuntimeError, OSError):
            pass
        self.process.wait(10)
