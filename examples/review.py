#!/usr/bin/env python3
"""Reviews a recorded game with trey: its accuracy, and the most costly moves.

Usage: examples/review.py TREY FILE [LIMITS...]    the first game in FILE; LIMITS as "depth 2" """
import json
import subprocess
import sys

engine = subprocess.Popen([sys.argv[1], "engine"], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ask(request):
    """All answers to a request, in order."""
    print(request, file=engine.stdin, flush=True)
    answers = [json.loads(engine.stdout.readline())]
    while answers[-1].get("more"):
        answers.append(json.loads(engine.stdout.readline()))
    if "error" in answers[-1]:
        sys.exit(answers[-1]["message"])
    return answers


with open(sys.argv[2], encoding="ascii") as record:
    ask("load " + record.readline())
*slides, summary = ask("review " + " ".join(sys.argv[3:]))
print(f"{summary['slides']} slides, accuracy {summary['accuracy']:.1f} %")
valued = {answer["slide"]: answer for answer in slides if "slide" in answer}
for number in summary["worst"][:5]:
    slide = valued[number]
    print(f"slide {number}: {slide['played']} cost {100 * slide['loss']:.1f} % {slide['mark']}".rstrip() + f", best was {slide['best']}")
