# Accounts, to see what is restored.
PASSWORD='correct horse battery'
sign_up() {
    curl -sS --fail-with-body -o /dev/null http://127.0.0.1:8080/api/v1/user \
        -H 'Content-Type: application/json' -d "{\"name\": \"$1\", \"username\": \"$1\", \"password\": \"$PASSWORD\"}"
}
expect() { # STATUS NAME
    local status
    status=$(curl -sS --retry 30 --retry-delay 1 --retry-connrefused -o /dev/null -w '%{http_code}' \
        http://127.0.0.1:8080/api/v1/auth/token -H 'Content-Type: application/json' \
        -d "{\"grant_type\": \"password\", \"username\": \"$2\", \"password\": \"$PASSWORD\"}" \
        2> /dev/null)
    [ "$status" = "$1" ] || { echo "the sign-in of $2 is $status, not $1" >&2; exit 1; }
}
