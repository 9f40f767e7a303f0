#!/usr/bin/env python3
"""Plays a game of Threes! with trey as the referee, using only the protocol of
docs/formats/engine.md. Each move is the legal one that leaves the most empty cells.

Usage: examples/bot.py TREY [SEED]"""
import json
import subprocess
import sys


class Session:
    """A trey engine in a child process: sends a request, returns its last answer."""

    def __init__(self, trey):
        self.pipe = subprocess.Popen([trey, "engine"], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, request):
        print(request, file=self.pipe.stdin, flush=True)
        answer = {"more": True}
        while answer.get("more"):
            answer = json.loads(self.pipe.stdout.readline())
        if "error" in answer:
            sys.exit(f"{request}: {answer['message']}")
        return answer


session = Session(sys.argv[1])
game = session.ask(f"new window seed {sys.argv[2] if len(sys.argv) > 2 else 1}")
while not game["over"]:
    slides = {letter: slide for letter, slide in game["slides"].items() if slide}
    game = session.ask("slide " + max(slides, key=lambda s: (slides[s]["board"].count(0), slides[s]["gain"])))
print(f"{game['score']} points, {game['moves']} slides, largest tile {game['largest']}")
