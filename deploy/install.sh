#!/bin/sh
# Installs this release of Mojian on a Linux machine: own user, /opt/mojian/<version>, a systemd unit. Needs root, no network.
set -eu

usage() {
  cat <<'TEXT'
用法：./install.sh [选项]          安装，或把已装的换成这一版的程序（数据不动；升级请用 mojian upgrade，它会先备份、试运行）
      ./install.sh uninstall       卸下程序，数据留着

  --site-url 网址      读者打开的地址，如 https://blog.example.com
  --port 端口          默认 3000，只在本机监听，前面放 Caddy 或 nginx
  --trust-proxy 层数   前面有几层反向代理，有一层就写 1；没有写 0
  --data 文件夹        默认 /var/lib/mojian
  --memory 大小        内存上限，默认 400M（512 MB 的机器）；再装一次时不写就不变
  --yes                不问，没写的用默认值
  --no-start           装好但不启动
TEXT
}

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

# Whatever root's own is: others may read the program, and write neither it nor the service's unit.
umask 022

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=${MOJIAN_ROOT:-} # a folder that stands in for /, for packagers and tests
home=$root/opt/mojian
settings=$root/etc/mojian/mojian.env
unit=$root/etc/systemd/system/mojian.service
upgrade_unit=$root/etc/systemd/system/mojian-upgrade
command=$root/usr/local/bin/mojian
user=mojian

action=install site_url='' port='' trust_proxy='' data='' memory='' ask=yes start=yes
while [ $# -gt 0 ]; do
  case $1 in
    uninstall) action=uninstall ;;
    --site-url | --port | --trust-proxy | --data | --memory)
      [ $# -ge 2 ] || fail "$1 后面要写上内容"
      case $1 in
        --site-url) site_url=$2 ;;
        --port) port=$2 ;;
        --trust-proxy) trust_proxy=$2 ;;
        --data) data=$2 ;;
        --memory) memory=$2 ;;
      esac
      shift ;;
    --yes | -y) ask='' ;;
    --no-start) start='' ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; printf '\n不认识的参数：%s\n' "$1" >&2; exit 2 ;;
  esac
  shift
done

has_systemd() { [ -z "$root" ] && [ -d /run/systemd/system ] && command -v systemctl >/dev/null; }

# The value of a setting written by an earlier installation, without the quotes that somebody put around it since.
setting() {
  if [ -f "$settings" ]; then
    sed -n "s/^$1=//p" "$settings" | tail -n 1 | sed "s/^\"\(.*\)\"\$/\1/; s/^'\(.*\)'\$/\1/"
  fi
}

# The limit of the unit written by an earlier installation, and perhaps changed since.
memory_before() {
  if [ -f "$unit" ]; then sed -n 's/^MemoryMax=//p' "$unit" | tail -n 1; fi
}

# Writes a setting into the file, in place of the one it has.
put() { # name value
  if [ -z "$(setting "$1")" ]; then say "$1=$2" >>"$settings"
  elif [ "$(setting "$1")" != "$2" ]; then sed -i "s|^$1=.*|$1=$2|" "$settings"
  fi
}

# Asks for a setting unless it was given, was set before, or nobody is there to answer.
choose() { # name given default question
  before=$(setting "$1")
  if [ -n "$2" ]; then answer=$2
  elif [ -n "$before" ]; then answer=$before
  elif [ -n "$ask" ] && [ -t 0 ]; then
    printf '%s' "$4"
    read -r answer || answer=''
    answer=${answer:-$3}
  else answer=$3
  fi
}

uninstall() {
  [ -e "$home" ] || fail '没有装过墨笺。'
  folder=$(setting DATA_DIR)
  if has_systemd; then systemctl disable --now mojian mojian-upgrade.path >/dev/null 2>&1 || true
  elif [ -x "$command" ] && "$command" status >/dev/null 2>&1; then fail '墨笺还在运行，请先停下。'
  fi
  rm -f "$unit" "$upgrade_unit.path" "$upgrade_unit.service" "$command"
  rm -rf "$home"
  if has_systemd; then systemctl daemon-reload; fi
  say "程序卸下了。数据还在 ${folder:-/var/lib/mojian}，设置还在 ${settings#"$root"}；都不要了就自己删掉这两处。"
}

[ "$(uname -s)" = Linux ] || fail '这个安装脚本只用于 Linux。'
[ "$(id -u)" = 0 ] || fail '请用 root 运行：sudo ./install.sh'
if [ $action = uninstall ]; then uninstall; exit 0; fi

mojian=$here/bin/mojian
if [ ! -x "$mojian" ] || [ ! -f "$here/release.json" ]; then fail "这里不是完整的发布包：$here，请重新下载、解开。"; fi
"$mojian" version >/dev/null 2>&1 || fail "这个发布包在这台机器上运行不了（$(uname -m)）：请换成合适的一种，-node 的一种要先装好 Node 24。"
version=$(sed -n 's/^ *"version": *"\([^"]*\)".*/\1/p' "$here/release.json" | head -n 1)
case $version in '' | [!0-9A-Za-z]* | *[!0-9A-Za-z.+-]*) fail "release.json 里没有版本号，请重新下载、解开。" ;; esac
"$mojian" check-release "$here" || exit 1

case ${port:-3000} in *[!0-9]* | '') fail "--port 须为数字：$port" ;; esac
case ${trust_proxy:-1} in *[!0-9]* | '') fail "--trust-proxy 须为数字：$trust_proxy" ;; esac
case ${memory:-400M} in *[!0-9KMG]* | '') fail "--memory 须写成 400M 这样：$memory" ;; esac
# Both are read by systemd and by the command below: nothing that either takes for more than text.
check_texts() {
  [ "$data" = / ] || data=${data%/}
  [ ! -L "$root${data:-/x}" ] || fail "数据文件夹是一个符号链接，请写它指向的地方：$data"
  case ${site_url:-http://x} in
    *[!A-Za-z0-9.:/_~-]*) fail "网址里有不该有的字符：$site_url" ;;
    http://?* | https://?*) ;;
    *) fail "网址须以 http:// 或 https:// 开头：$site_url" ;;
  esac
  case ${data:-/x} in
    *[!A-Za-z0-9./_-]*) fail "数据文件夹的路径里只能有字母、数字与 . _ - /：$data" ;;
    *//* | */. | */./* | */.. | */../*) fail "数据文件夹的路径要写得直接，不带 . 、.. 与连着的 /：$data" ;;
    /opt/mojian | /opt/mojian/*) fail '数据不能放在 /opt/mojian 里：卸下程序时会一起删掉。' ;;
    / | /bin | /boot | /dev | /dev/* | /etc | /etc/* | /home | /lib | /lib64 | /media | /mnt | /opt | /proc | /proc/* | /root | /run | /sbin | /srv | /sys | /sys/* | /tmp | /usr | /usr/* | /var | /var/lib | /var/log)
      fail "数据不能放在系统的文件夹 $data 里：它会归 mojian 用户所有。请写成 /var/lib/mojian、/srv/mojian 这样" ;;
    /?*) ;;
    *) fail "数据文件夹要写完整的路径：$data" ;;
  esac
}
check_texts

need=$(($(du -sk "$here" | cut -f 1) + 51200))
mkdir -p "$home"
chown 0:0 "$home"
chmod go-w "$home"
free=$(df -Pk "$home" | awk 'NR == 2 { print $4 }')
[ "$free" -ge "$need" ] || fail "磁盘不够：${home#"$root"} 那里要 $((need / 1024)) MB，只有 $((free / 1024)) MB。"

choose SITE_URL "$site_url" '' '读者打开的网址（如 https://blog.example.com，还没有域名就直接回车）：'
site_url=$answer
choose PORT "$port" 3000 '监听本机的端口（3000）：'
port=$answer
choose TRUST_PROXY "$trust_proxy" "$([ -n "$site_url" ] && echo 1 || echo 0)" '前面有几层反向代理（有域名时通常是 1）：'
trust_proxy=$answer
choose DATA_DIR "$data" /var/lib/mojian '数据放在哪里（/var/lib/mojian）：'
data=$answer
check_texts
case $port$trust_proxy in *[!0-9]* | '') fail "端口与层数须为数字：$port $trust_proxy" ;; esac
memory=${memory:-$(memory_before)}
memory=${memory:-400M}

if ! id "$user" >/dev/null 2>&1; then
  if command -v useradd >/dev/null; then useradd --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin "$user"
  elif command -v adduser >/dev/null; then adduser -S -D -H -h "$data" "$user"
  else fail '这台机器没有 useradd，也没有 adduser：请先建好用户 mojian。'
  fi
fi
group=$(id -gn "$user")

# Unpacked beside, then renamed: an installation that is interrupted leaves no half a version behind.
rm -rf "$home/$version.tmp"
cp -R "$here" "$home/$version.tmp"
chown -R 0:0 "$home/$version.tmp"
chmod -R go-w "$home/$version.tmp"
if [ -d "$home/$version" ] && [ "$here" != "$home/$version" ]; then rm -rf "$home/$version.old"; mv "$home/$version" "$home/$version.old"; fi
if [ "$here" = "$home/$version" ]; then rm -rf "$home/$version.tmp"; else mv "$home/$version.tmp" "$home/$version"; fi
ln -sfn "$version" "$home/current.new"
mv -T "$home/current.new" "$home/current"
rm -rf "$home/$version.old"

mkdir -p "$root$data" "$(dirname "$settings")" "$(dirname "$command")" "$(dirname "$unit")"
chown "$user:$group" "$root$data"
chmod 750 "$root$data"
if [ ! -f "$settings" ]; then
  umask 027
  say '# 墨笺的设置，改了之后：systemctl restart mojian。还有哪些见 README。' >"$settings"
  umask 022
fi
if [ -n "$site_url" ]; then put SITE_URL "$site_url"; fi
put PORT "$port"
put TRUST_PROXY "$trust_proxy"
put DATA_DIR "$data"
chown "0:$group" "$settings"
chmod 640 "$settings"

{
  cat <<TEXT
#!/bin/sh
# Runs the installed Mojian with its settings, as its own user.
settings=${settings#"$root"}
user=$user
group=$group
TEXT
  cat <<'TEXT'
if [ ! -r "$settings" ]; then
  echo '请用 root 运行：sudo mojian …' >&2
  exit 1
fi

# Takes the backslashes out of $value: of those in double quotes the ones before " \ ` and $ only.
unescape() { # opening quote
  rest=$value value=''
  while [ "$rest" != "${rest#*\\}" ]; do
    value=$value${rest%%\\*} rest=${rest#*\\}
    case $1$rest in '"'[!\"\\\`\$]*) value=$value\\ ;; esac
    value=$value${rest%"${rest#?}"} rest=${rest#?}
  done
  value=$value$rest
}

# Exports each NAME=value as systemd reads it for the service. Nothing is evaluated: & and $ are plain characters.
while IFS= read -r line || [ -n "$line" ]; do
  line=${line#"${line%%[![:space:]]*}"}
  case $line in '#'* | ';'*) continue ;; *=*) ;; *) continue ;; esac
  name=${line%%=*} value=${line#*=}
  name=${name%"${name##*[![:space:]]}"}
  case $name in '' | [0-9]* | *[!A-Za-z0-9_]*) continue ;; esac
  value=${value#"${value%%[![:space:]]*}"}
  value=${value%"${value##*[![:space:]]}"}
  case $value in
    \'*\') value=${value#?} value=${value%?} ;;
    \"*\") value=${value#?} value=${value%?}; unescape '"' ;;
    *) unescape '' ;;
  esac
  export "$name=$value"
done <"$settings"

program=/opt/mojian/current/bin/mojian
case ${1:-help} in upgrade | rollback) exec "$program" "$@" ;; esac
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  exec setpriv --reuid="$user" --regid="$group" --init-groups "$program" "$@"
fi
exec "$program" "$@"
TEXT
} >"$command"
chmod 755 "$command"

# systemd makes the usual folder itself; others, and those below /home, are named.
state='StateDirectory=mojian
StateDirectoryMode=0750' protect_home=true
[ "$data" = /var/lib/mojian ] || state="ReadWritePaths=$data"
case $data in /home/* | /root/*) protect_home=false ;; esac

cat >"$unit" <<TEXT
[Unit]
Description=Mojian
After=network-online.target postgresql.service
Wants=network-online.target

[Service]
Type=notify
NotifyAccess=all
User=$user
Group=$group
EnvironmentFile=${settings#"$root"}
Environment=NODE_COMPILE_CACHE=/var/cache/mojian
Environment=UPGRADE_BY_REQUEST=1
ExecStart=/opt/mojian/current/bin/mojian start
Restart=on-failure
RestartSec=2
TimeoutStartSec=300
TimeoutStopSec=30
WatchdogSec=60
MemoryMax=$memory
LimitNOFILE=65536
$state
CacheDirectory=mojian
CacheDirectoryMode=0700
ProtectSystem=strict
ProtectHome=$protect_home
PrivateTmp=true
PrivateDevices=true
ProtectKernelTunables=true
ProtectKernelModules=true
ProtectKernelLogs=true
ProtectControlGroups=true
ProtectClock=true
ProtectHostname=true
ProtectProc=invisible
RestrictSUIDSGID=true
RestrictRealtime=true
RestrictNamespaces=true
RemoveIPC=true
LockPersonality=true
NoNewPrivileges=true
CapabilityBoundingSet=
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
UMask=0027

[Install]
WantedBy=multi-user.target
TEXT

# The site may write nothing but its data: an upgrade by the back office is a file there, which starts root's own command.
cat >"$upgrade_unit.path" <<TEXT
[Unit]
Description=Mojian: upgrades requested in the back office

[Path]
PathExists=$data/upgrades/request.json
Unit=mojian-upgrade.service

[Install]
WantedBy=multi-user.target
TEXT

cat >"$upgrade_unit.service" <<TEXT
[Unit]
Description=Mojian: the upgrade requested in the back office
After=network-online.target mojian.service
StartLimitIntervalSec=600
StartLimitBurst=10

[Service]
Type=oneshot
EnvironmentFile=${settings#"$root"}
ExecStart=/opt/mojian/current/bin/mojian upgrade-request
Restart=on-abnormal
RestartSec=5
ProtectSystem=strict
ReadWritePaths=/opt/mojian $data
ProtectHome=$protect_home
PrivateTmp=true
PrivateDevices=true
ProtectKernelTunables=true
ProtectKernelModules=true
ProtectKernelLogs=true
ProtectControlGroups=true
RestrictSUIDSGID=true
RestrictRealtime=true
LockPersonality=true
NoNewPrivileges=true
UMask=0022
TEXT

say "墨笺 $version 装好了：${home#"$root"}/$version，数据在 $data，设置在 ${settings#"$root"}。"
total=$(awk '/^(MemTotal|SwapTotal):/ { sum += $2 } END { print int(sum / 1024) }' /proc/meminfo 2>/dev/null) || total=1024
[ "$total" -ge 700 ] || say "这台机器内存与交换空间一共 $total MB：加 512 MB 交换空间会稳当些——fallocate -l 512M /swapfile && chmod 600 /swapfile && mkswap /swapfile && swapon /swapfile"

if [ -z "$start" ]; then exit 0; fi
if has_systemd; then
  systemctl daemon-reload
  systemctl enable --quiet mojian
  systemctl enable --quiet --now mojian-upgrade.path
  systemctl restart mojian || fail '没有启动起来，原因在：journalctl -u mojian -n 50'
  "$command" setup-link
else
  say '这里没有 systemd。启动用：mojian start'
fi
