"""Python, or any other language: each test has a database of its own, a branch of the prepared one.

    hosted-postgres-emulator --postgres --profile neon &
    EMULATOR=http://127.0.0.1:8080 python3 -m unittest
"""

import json
import os
import subprocess
import unittest
import urllib.request

EMULATOR = os.environ.get("EMULATOR", "http://127.0.0.1:8080")


def send(method, url, body=None, key=None):
    """Gives the JSON of a response; raises HTTPError for a refusal."""
    request = urllib.request.Request(url, method=method)
    request.add_header("content-type", "application/json")
    if key:
        request.add_header("authorization", f"Bearer {key}")
    if body is not None:
        request.data = json.dumps(body).encode()
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def sql(connection_string, text):
    """Stands for your driver, which takes the same string: psycopg.connect(connection_string)."""
    command = ["psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-c", text]
    return subprocess.run(
        [*command, connection_string], check=True, capture_output=True, text=True, timeout=30
    ).stdout.strip()


class Orders(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        state = send("GET", f"{EMULATOR}/_emulator/state")
        cls.key = state["keys"]["admin"]
        cls.project = f"{state['base_url']}/projects/{state['ids']['project_id']}"
        cls.prepared_id, db = cls.branch({"name": "prepared"})
        cls.addClassCleanup(cls.delete, cls.prepared_id)
        sql(db, "CREATE TABLE orders AS SELECT n AS id FROM generate_series(1, 3) n")

    def setUp(self):
        branch_id, self.db = self.branch({"parent_id": self.prepared_id})
        self.addCleanup(self.delete, branch_id)

    @classmethod
    def branch(cls, attributes):
        """Gives the id of a new branch, and the connection string of its compute."""
        body = {"branch": attributes, "endpoints": [{"type": "read_write"}]}
        made = send("POST", f"{cls.project}/branches", body, cls.key)
        return made["branch"]["id"], made["connection_uris"][0]["connection_uri"]

    @classmethod
    def delete(cls, branch_id):
        send("DELETE", f"{cls.project}/branches/{branch_id}", key=cls.key)

    def test_deleting_is_seen_by_this_test_alone(self):
        sql(self.db, "DELETE FROM orders")

        self.assertEqual(sql(self.db, "SELECT count(*) FROM orders"), "0")

    def test_every_test_begins_with_the_prepared_data(self):
        self.assertEqual(sql(self.db, "SELECT count(*) FROM orders"), "3")


if __name__ == "__main__":
    unittest.main()
