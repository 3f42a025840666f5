#!/bin/sh
# Builds the container image of a release archive without a registry and without Docker: a Debian base by debootstrap,
# the Dockerfile by buildah, a file for `docker load`.
set -eu

usage() {
  cat <<'TEXT'
用法：deploy/build-image.sh [选项] mojian-版本-linux-x64.tar.xz
把发布包做成容器镜像，存成一个文件；不用 Docker，也不连镜像仓库，只从 Debian 的软件源取底子。

  --out 文件       放在哪里，默认与发布包同一处，mojian-版本-image-amd64.tar.gz
  --debian 文件夹  做好的 Debian 放在这里，下次不再取；默认用完就删

有 Docker 又连得上镜像仓库的话，不需要它：docker build，见 docs/deploy.md。
TEXT
}

fail() { printf '%s\n' "$*" >&2; exit 1; }
say() { printf '%s\n' "$*"; }

out='' debian='' archive=''
while [ $# -gt 0 ]; do
  case $1 in
    --out | --debian)
      [ $# -ge 2 ] || fail "$1 后面要写上内容"
      case $1 in --out) out=$2 ;; --debian) debian=$2 ;; esac
      shift ;;
    --help | -h) usage; exit 0 ;;
    -*) usage >&2; printf '\n不认识的参数：%s\n' "$1" >&2; exit 2 ;;
    *) [ -z "$archive" ] || fail '一次只做一个发布包'; archive=$1 ;;
  esac
  shift
done
[ -n "$archive" ] || { usage >&2; exit 2; }
[ -f "$archive" ] || fail "没有这个发布包：$archive"

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
context=$(CDPATH= cd -- "$(dirname -- "$archive")" && pwd)
name=$(basename -- "$archive")
case $name in
  mojian-*-linux-x64.tar.xz) arch=amd64 suffix=-linux-x64.tar.xz ;;
  mojian-*-linux-arm64.tar.xz) arch=arm64 suffix=-linux-arm64.tar.xz ;;
  *) fail "这不是 Linux 的发布包：$name，要 mojian-版本-linux-x64.tar.xz 或 -linux-arm64.tar.xz" ;;
esac
version=${name#mojian-}
version=${version%"$suffix"}
out=${out:-$context/mojian-$version-image-$arch.tar.gz}

case $(uname -m) in x86_64) machine=amd64 ;; aarch64) machine=arm64 ;; *) machine=$(uname -m) ;; esac
[ "$machine" = "$arch" ] || fail "这台机器是 $machine，做不了 $arch 的镜像：请在 $arch 的机器上做，或用 docker buildx build --platform linux/$arch"
[ "$(id -u)" = 0 ] || fail '请用 root 运行：debootstrap 要建设备与属主'
missing=''
for tool in buildah debootstrap xz tar gzip; do command -v "$tool" >/dev/null || missing="$missing $tool"; done
[ -z "$missing" ] || fail "缺$missing：Debian、Ubuntu 上 apt-get install -y buildah debootstrap xz-utils"

work=$(mktemp -d "${TMPDIR:-/tmp}/mojian-image-XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
need=1600000
free=$(df -Pk "$work" | awk 'NR == 2 { print $4 }')
[ "$free" -ge "$need" ] || fail "磁盘不够：$work 那里要 $((need / 1000)) MB，只有 $((free / 1000)) MB"

debian=${debian:-$work/debian}
if [ ! -f "$debian/etc/debian_version" ]; then
  say '取 Debian 12……'
  debootstrap --variant=minbase --arch="$arch" bookworm "$debian" >"$work/debootstrap.log" 2>&1 || {
    tail -n 5 "$work/debootstrap.log" >&2
    rm -rf "$debian"
    fail '没有取成：要连得上 Debian 的软件源（deb.debian.org）'
  }
fi

# As debian:bookworm-slim: no package lists, manuals and translations; the licences stay.
(cd "$debian" && find ./usr/share/doc -type f ! -name copyright >"$work/left-out")
tar -C "$debian" -cf "$work/base.tar" --numeric-owner --one-file-system -X "$work/left-out" \
  --exclude='./var/cache/*/*' --exclude='./var/lib/apt/lists/*' --exclude='./var/log/*' --exclude='./dev/*' \
  --exclude='./usr/share/locale/*' --exclude='./usr/share/man/*' --exclude='./usr/share/info/*' .

run() { buildah --storage-driver vfs --root "$work/storage" --runroot "$work/run" "$@"; }
say '做镜像……'
base=$(run from scratch)
run add --quiet "$base" "$work/base.tar" / >/dev/null
rm "$work/base.tar"
run commit --quiet --rm "$base" localhost/mojian-base >/dev/null
run bud --quiet --isolation chroot --format docker --pull-never --ignorefile "$here/Dockerfile.dockerignore" \
  --build-arg BASE=localhost/mojian-base --build-arg "VERSION=$version" --build-arg "TARGETARCH=$arch" \
  --file "$here/Dockerfile" --tag "mojian:$version" "$context" >/dev/null
run push --quiet "mojian:$version" "docker-archive:$work/image.tar:mojian:$version"
bytes=$(wc -c <"$work/image.tar")
gzip -n "$work/image.tar"
mv "$work/image.tar.gz" "$out"
say "做好了：$out（$(($(wc -c <"$out") / 1000000)) MB，解开 $((bytes / 1000000)) MB）"
say "装进 Docker：docker load < $out"
