#!/usr/bin/env bash
# Guess: a project of ihatemoney whose exported bills are imported into a new project has the same
#   balances there.
# Versions: ihatemoney 7.2.1 (PyPI).
# Behaviour: an export has the weight of each bill's payer, and of nobody else. Somebody who has
#   paid nothing yet comes back with weight 1, whatever their weight was, by JSON and by CSV alike; all
#   balances change, without a message.
# Source: get_pretty_bills in ihatemoney/models.py, get_members in ihatemoney/utils.py.
# Output seen:
#   before Ada 300.0 Diaz -300.0
#   json Ada 200.0 Diaz -200.0
#   csv Ada 200.0 Diaz -200.0
# Here: the same is read from such a file, since it says no more; the import names those people.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/python -m pip install --quiet --disable-pip-version-check ihatemoney==7.2.1
env/bin/python - 2> /dev/null << 'PYTHON' | tee seen
import io
from ihatemoney import currency_convertor, models
currency_convertor.CurrencyConverter.get_rates = lambda self: {"USD": 1, "XXX": 1}
from ihatemoney.run import create_app, db


class Settings:
    SECRET_KEY = "key"
    SQLALCHEMY_DATABASE_URI = "sqlite://"
    SQLALCHEMY_TRACK_MODIFICATIONS = False
    ENABLE_CAPTCHA = False
    TESTING = True
    WTF_CSRF_ENABLED = False
    ALLOW_PUBLIC_PROJECT_CREATION = True
    ACTIVATE_DEMO_PROJECT = False
    RATELIMIT_ENABLED = False
    MAIL_SUPPRESS_SEND = True
    MAIL_DEFAULT_SENDER = "ihatemoney@example.org"


app = create_app(configuration=Settings)
with app.app_context():
    db.create_all()
client = app.test_client()


def create(project):
    client.post("/create", data={
        "name": project, "id": project, "password": project, "default_currency": "XXX",
        "contact_email": "ada@example.org", "project_history": True})


def show(label, project):
    with app.app_context():
        project = models.Project.query.get(project)
        balances = project.balance
        members = sorted(project.members, key=lambda member: member.name)
        print(label, *(f"{it.name} {round(balances[it.id], 2)}" for it in members))


create("before")
for name, weight in [("Ada", 1), ("Diaz", 3)]:
    client.post("/before/members/add", data={"name": name, "weight": weight})
with app.app_context():
    ids = {it.name: it.id for it in models.Project.query.get("before").members}
client.post("/before/add", data={
    "date": "2026-05-01", "what": "Hotel", "payer": ids["Ada"], "payed_for": list(ids.values()),
    "amount": "400", "original_currency": "XXX", "bill_type": "Expense"})
show("before", "before")
for kind, media_type in [("json", "application/json"), ("csv", "text/csv")]:
    client.get("/exit")
    client.post("/authenticate", data={"id": "before", "password": "before"})
    bills = client.get(f"/before/export/bills.{kind}").data
    create(kind)
    client.post(f"/{kind}/import", data={"file": (io.BytesIO(bills), f"bills.{kind}", media_type)})
    show(kind, kind)
PYTHON
diff seen - << 'SEEN'
before Ada 300.0 Diaz -300.0
json Ada 200.0 Diaz -200.0
csv Ada 200.0 Diaz -200.0
SEEN
