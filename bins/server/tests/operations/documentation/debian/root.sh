# Runs a script in a root of its own, as on a machine where the service was never installed: an
# overlay above this machine's files, with namespaces of its own for mounts, processes and network.
# It leaves nothing behind.
#
#   unshare --mount --net --pid --fork --kill-child bash root.sh FOLDER
#
# FOLDER has `script`, the folder `programs` of programs that stand in for others, and `work`, where
# the script runs.
set -euo pipefail
folder=$1
root=$folder/root
mkdir -p "$folder/layers" "$root"
mount -t tmpfs tmpfs "$folder/layers"
mkdir "$folder/layers/upper" "$folder/layers/work"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/layers/upper,workdir=$folder/layers/work" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mkdir "$root/tmp/work" "$root/tmp/programs"
mount --bind "$folder/work" "$root/tmp/work"
cp "$folder"/programs/* "$root/tmp/programs"
cp "$folder/script" "$root/tmp/script"
ip link set lo up
rm -rf "$root"/etc/wayfare "$root"/var/lib/wayfare "$root"/var/backups/wayfare "$root"/etc/caddy/* \
    "$root"/etc/postgresql/* "$root"/var/lib/postgresql/* "$root"/usr/local/bin/wayfare
echo '127.0.0.1 localhost trips.example.org' > "$root/etc/hosts"
install -d -m 2775 -o postgres -g postgres "$root/run/postgresql"
exec chroot "$root" env -i HOME=/root LC_ALL=C.UTF-8 CURL_CA_BUNDLE=/root/authority.crt \
    PATH=/tmp/programs:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    bash -euo pipefail -c 'cd /tmp/work; . /tmp/script'
