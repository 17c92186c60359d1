# Follows the container's command: people sign up by its pages under both names of this machine.
(run) > /tmp/log 2>&1 &
for base in http://localhost:8080 http://127.0.0.1:8080; do
    curl -sS --fail --retry 30 --retry-delay 1 --retry-connrefused "$base/readyz" 2> /dev/null
    page=$(curl -sS --fail --cookie-jar /tmp/jar "$base/sign-up")
    field() { sed -n "s/.*name=\"$1\" value=\"\([^\"]*\)\".*/\1/p" <<< "$page" | head -n 1; }
    name=ada${base//[^0-9a-z]/}
    status=$(curl -sS --cookie /tmp/jar -o /tmp/answer -w '%{http_code}' -H "Origin: $base" \
        --data-urlencode "form_token=$(field form_token)" --data-urlencode "form_key=$(field form_key)" \
        -d "name=Ada&username=$name" --data-urlencode 'password=correct horse battery' \
        "$base/sign-up")
    [ "$status" = 303 ] || { cat /tmp/answer >&2; echo "$base: $status" >&2; exit 1; }
done
env -i WAYFARE_LISTEN=0.0.0.0:8080 /usr/local/bin/wayfare healthcheck
# Links in records lead to this machine.
curl -sS --fail "http://localhost:8080/api/v1/user/$name" | tee /tmp/profile
grep -q '"image":"http://localhost:8080/' /tmp/profile
