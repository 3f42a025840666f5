#!/usr/bin/env bash
# Starts Ghost in production with MariaDB, on http://127.0.0.1:2468.
# ghost.sh start FOLDER: FOLDER/package holds the unpacked npm package "ghost" with its dependencies installed.
# ghost.sh stop FOLDER ends all of it.
set -e
here=$(cd "$(dirname "$0")" && pwd)
folder=$(cd "$2" && pwd)
port=3417
. "$here/mariadb.sh"

stop() {
  for one in ghost db; do
    [ -s "$folder/$one.pid" ] && kill "$(cat "$folder/$one.pid")" 2>/dev/null || true
  done
}

case $1 in
start)
  stop
  start_mariadb
  mariadb --no-defaults -S "$folder/db.sock" -uroot -e "
    create user if not exists ghost@'127.0.0.1' identified by 'ghost'; grant all on bench.* to ghost@'127.0.0.1';
    create user if not exists ghost@localhost identified by 'ghost'; grant all on bench.* to ghost@localhost"
  # its themes are in the package
  [ -e "$folder/content/themes" ] || cp -r "$folder/package/content" "$folder"
  cd "$folder/package"
  export NODE_ENV=production url=http://127.0.0.1:2468 server__host=127.0.0.1 server__port=2468
  export database__client=mysql database__connection__host=127.0.0.1 database__connection__port=$port
  export database__connection__user=ghost database__connection__password=ghost database__connection__database=bench
  export mail__transport=stub paths__contentPath="$folder/content" security__staffDeviceVerification=false
  export privacy__useUpdateCheck=false privacy__useGravatar=false
  setsid nohup node index.js >"$folder/ghost.log" 2>&1 &
  echo $! >"$folder/ghost.pid"
  ;;
stop) stop ;;
esac
