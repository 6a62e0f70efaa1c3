#!/usr/bin/env python3
"""Publishes by WHIP with ffmpeg's own muxer (`whip`, from ffmpeg 8 on), which nobody here wrote. The picture shows a counter, as
`encoders.py` draws it, and there is a tone.

    whip_encoder.py URL KEY CERTIFICATE CERTIFICATE_KEY

It needs PyAV, which brings ffmpeg's libraries; Debian's own ffmpeg may be older. SIGTERM ends it with a DELETE of its session.
"""

import fractions
import math
import signal
import sys
import time

import av
from encoders import FRAMES_A_SECOND, HEIGHT, WIDTH, frame

RATE = 48_000
# Sound of a tenth of a second.
SAMPLES = RATE // FRAMES_A_SECOND


def tone():
    """Stereo samples of 16 bits: 480 Hz, so that every piece begins where the one before ended."""
    samples = bytearray()
    for at in range(SAMPLES):
        sample = int(8_000 * math.sin(2 * math.pi * 480 * at / RATE))
        samples += sample.to_bytes(2, "little", signed=True) * 2
    return bytes(samples)


def fill(plane, content):
    """Writes into a plane, whose lines may be longer than what they show."""
    width = len(content) // plane.height
    lines = (content[at * width:(at + 1) * width].ljust(plane.line_size, b"\0") for at in range(plane.height))
    plane.update(b"".join(lines))


def picture(number):
    """The frame of a counter, without colour."""
    drawn = av.VideoFrame(WIDTH, HEIGHT, "yuv420p")
    fill(drawn.planes[0], bytes(16 + shade * 219 // 255 for shade in frame(number)))
    for plane in drawn.planes[1:]:
        fill(plane, bytes([128]) * (plane.height * plane.width))
    return drawn


def main():
    url, key, certificate, certificate_key = sys.argv[1:]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    options = {"authorization": key, "cert_file": certificate, "key_file": certificate_key}
    output = av.open(url, "w", format="whip", options=options)
    video = output.add_stream("libx264", rate=FRAMES_A_SECOND, options={
        "profile": "baseline", "preset": "ultrafast", "tune": "zerolatency", "crf": "18", "x264-params": "bframes=0:keyint=10"})
    video.width, video.height, video.pix_fmt = WIDTH, HEIGHT, "yuv420p"
    audio = output.add_stream("libopus", rate=RATE, layout="stereo")
    resampler = av.AudioResampler(format=audio.format, layout="stereo", rate=RATE, frame_size=960)
    sound = tone()
    began = time.monotonic()
    try:
        for number in range(1 << 30):
            drawn = picture(number % 4_096)
            drawn.pts, drawn.time_base = number, fractions.Fraction(1, FRAMES_A_SECOND)
            output.mux(video.encode(drawn))
            heard = av.AudioFrame("s16", "stereo", SAMPLES)
            heard.planes[0].update(sound)
            heard.sample_rate, heard.pts, heard.time_base = RATE, number * SAMPLES, fractions.Fraction(1, RATE)
            for piece in resampler.resample(heard):
                output.mux(audio.encode(piece))
            time.sleep(max(0, began + (number + 1) / FRAMES_A_SECOND - time.monotonic()))
    finally:
        output.close()


if __name__ == "__main__":
    main()
