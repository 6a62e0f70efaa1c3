"""What scripts/watch-tests says of a run that hangs. The run is a small program that prints what Swift Testing prints."""
import io, signal, subprocess, sys, unittest

from planted import SCRIPTS, load

watch_tests = load("watch-tests")

BEGIN = """
import sys, time, signal
print('◇ Test "one" started.'); print('◇ Test two() started.'); print('◇ Test "three" started.')
print('✔ Test "one" passed after 0.001 seconds.'); print('✘ Test two() failed after 0.1 seconds with 1 issue.')
sys.stdout.flush()
"""


class WatchTests(unittest.TestCase):
    def test_a_run_that_hangs_is_ended_with_the_name_of_the_test_that_has_not_ended(self):
        out = io.StringIO()
        before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
        try:
            status = watch_tests.run([sys.executable, "-c", BEGIN + "signal.pause()"], silence_seconds=2, out=out)
        finally:
            signal.signal(signal.SIGTERM, before[0]), signal.signal(signal.SIGINT, before[1])
        self.assertEqual(status, watch_tests.HUNG)
        self.assertIn('✘ Test "three" failed: it has not ended', out.getvalue())
        self.assertNotIn('Test "one" failed', out.getvalue())
        self.assertEqual(out.getvalue().count("has not ended"), 1)

    def test_a_run_that_is_told_to_stop_names_it_too(self):
        command = [str(SCRIPTS / "watch-tests"), sys.executable, "-c", BEGIN + "signal.pause()"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            while "two() failed" not in process.stdout.readline():
                pass
            process.send_signal(signal.SIGTERM)
            self.assertIn('✘ Test "three" failed: it has not ended', process.stdout.read())
        self.assertEqual(process.returncode, 143)

    def test_a_run_that_ends_is_shown_as_it_is_and_its_status_is_kept(self):
        done = subprocess.run([str(SCRIPTS / "watch-tests"), sys.executable, "-c", "print('a'); print('b', end=''); raise SystemExit(7)"],
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (7, "a\nb\n"))


if __name__ == "__main__":
    unittest.main()
