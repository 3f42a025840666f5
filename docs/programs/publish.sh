#!/usr/bin/env bash
# 把一个 Markdown 文件连同它的图片变成草稿；第二个参数是 publish 就接着发布。要 curl 与 jq。
#   MOJIAN_URL=https://你的域名 MOJIAN_KEY=mj_… ./publish.sh 谷雨.md [publish]
# 钥匙要「写草稿」「传图片与附件」，发布还要「发布」。第一行「# 」后面是题目，没有就用文件名。
set -euo pipefail
file=$1

ask() { # 方法 路径 其余的交给 curl；不成时把站点说的话印出来
  local answer
  answer=$(curl -sS -X "$1" "$MOJIAN_URL$2" -H "Authorization: Bearer $MOJIAN_KEY" "${@:3}")
  if [ "$(jq -r .code <<<"$answer")" != 200 ]; then
    jq -r '.message' <<<"$answer" >&2
    return 1
  fi
  jq -c .data <<<"$answer"
}

title=$(sed -n '1s/^# *//p' "$file")
text=$(sed '1{/^# /d}' "$file")

# 本地的图片（![](雨.jpg)）一张张传上去，换成站里的地址
while IFS= read -r picture; do
  [ -f "$(dirname "$file")/$picture" ] || continue
  url=$(ask POST /file/upload -F "file=@$(dirname "$file")/$picture" | jq -r .url)
  text=${text//"($picture)"/"($url)"}
done < <(grep -oP '!\[[^]]*\]\(\K[^):]+(?=\))' <<<"$text" | sort -u)

content=$(jq -n --arg title "${title:-$(basename "$file" .md)}" --arg markdown "$text" '{$title, $markdown}')
# 同一个文件名总是同一篇：key 相同，站点不会再建一篇
key=file-$(basename "$file" | sha256sum | cut -c1-32)
id=$(ask POST /v1/article/ -H 'Content-Type: application/json' -d "{\"key\":\"$key\",\"content\":$content}" | jq .id)
version=$(ask GET "/v1/article/selectMyArticleInfo?id=$id" | jq .version)
version=$(ask PUT /v1/article/ -H 'Content-Type: application/json' \
  -d "{\"id\":$id,\"version\":$version,\"content\":$content}" | jq .version)
echo "草稿：$MOJIAN_URL/newposts?id=$id"

if [ "${2:-}" = publish ]; then
  state=$(ask POST /v1/article/submit -H 'Content-Type: application/json' -d "{\"id\":$id,\"version\":$version}" | jq -r .state)
  echo "$state：$MOJIAN_URL/article/$id"
fi
