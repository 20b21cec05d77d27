"""Python, or any other language: the emulator runs as a process, and HTTP steers it.

    hosted-postgres-emulator --port 8080 &
    EMULATOR=http://127.0.0.1:8080 python3 -m unittest
"""

import json
import os
import unittest
import urllib.error
import urllib.request

EMULATOR = os.environ.get("EMULATOR", "http://127.0.0.1:8080")


def send(method, url, body=None, key=None):
    """Gives the JSON of a response; raises HTTPError for a refusal."""
    request = urllib.request.Request(url, method=method)
    if key:
        request.add_header("authorization", f"Bearer {key}")
    if body is not None:
        request.add_header("content-type", "application/json")
        request.data = json.dumps(body).encode()
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def steer(method, path, body=None):
    return send(method, f"{EMULATOR}/_emulator{path}", body)


class Nightly(unittest.TestCase):
    def setUp(self):
        steer("POST", "/reset")
        state = steer("GET", "/state")
        self.key = state["keys"]["admin"]
        ids = state["ids"]
        project = f"{state['base_url']}/projects/{ids['project_id']}"
        self.compute = f"{project}/endpoints/{ids['endpoint_id']}"

    def call(self, method, url, body=None):
        return send(method, url, body, self.key)

    def test_a_suspended_compute_is_idle(self):
        self.call("POST", f"{self.compute}/suspend")
        steer("POST", "/clock", {"advance_ms": 300})

        endpoint = self.call("GET", self.compute)["endpoint"]

        self.assertEqual(endpoint["current_state"], "idle")

    def test_a_compute_without_queries_is_suspended(self):
        steer("POST", "/clock", {"advance_ms": 300_300})

        endpoint = self.call("GET", self.compute)["endpoint"]

        self.assertEqual(endpoint["current_state"], "idle")

    def test_an_outage_is_an_error(self):
        steer("POST", "/faults", {"status": 503, "times": None})

        with self.assertRaises(urllib.error.HTTPError) as caught:
            self.call("GET", self.compute)

        self.assertEqual(caught.exception.code, 503)
        caught.exception.close()
        self.assertEqual(steer("DELETE", "/faults")["faults"], [])


if __name__ == "__main__":
    unittest.main()
