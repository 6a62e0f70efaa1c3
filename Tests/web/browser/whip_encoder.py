#!/usr/bin/env python3
"""Publishes one colour and a tone by ffmpeg's own WHIP, in real time, until it is ended.

    whip_encoder.py ADDRESS KEY

The WHIP client is libavformat's, 8.0 or newer, as the Python package `av` (PyAV) brings it. Exits with 3 where that is missing.
"""

import math
import struct
import sys
import time
from fractions import Fraction

WIDTH, HEIGHT, FRAMES_PER_SECOND = 320, 240, 20
SAMPLE_RATE, SAMPLES = 48_000, 960
# Pure green as ffmpeg's yuv420p has it.
GREEN = (145, 54, 34)


def picture(av, number):
    frame = av.VideoFrame(WIDTH, HEIGHT, "yuv420p")
    for plane, value in zip(frame.planes, GREEN):
        plane.update(bytes([value]) * plane.buffer_size)
    frame.pts, frame.time_base = number, Fraction(1, FRAMES_PER_SECOND)
    return frame


def sound(av, number):
    first = number * SAMPLES
    tone = [int(6_000 * math.sin(2 * math.pi * 440 * (first + place) / SAMPLE_RATE)) for place in range(SAMPLES)]
    frame = av.AudioFrame(format="s16", layout="stereo", samples=SAMPLES)
    frame.planes[0].update(struct.pack(f"<{2 * SAMPLES}h", *(sample for sample in tone for _ in range(2))))
    frame.sample_rate, frame.pts, frame.time_base = SAMPLE_RATE, first, Fraction(1, SAMPLE_RATE)
    return frame


def main():
    try:
        import av
    except ImportError:
        sys.exit(3)
    if "whip" not in av.formats_available:
        sys.exit(3)
    address, key = sys.argv[1:]
    options = {"profile": "baseline", "preset": "ultrafast", "tune": "zerolatency", "g": str(FRAMES_PER_SECOND)}
    with av.open(address, "w", format="whip", options={"authorization": key}) as output:
        video = output.add_stream("libx264", rate=FRAMES_PER_SECOND, options=options)
        video.width, video.height, video.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        audio = output.add_stream("libopus", rate=SAMPLE_RATE)
        audio.layout = "stereo"
        began, pictures, sounds = time.monotonic(), 0, 0
        while True:
            passed = time.monotonic() - began
            while pictures < passed * FRAMES_PER_SECOND:
                output.mux(video.encode(picture(av, pictures)))
                pictures += 1
            while sounds * SAMPLES < passed * SAMPLE_RATE:
                output.mux(audio.encode(sound(av, sounds)))
                sounds += 1
            time.sleep(0.005)


if __name__ == "__main__":
    main()
