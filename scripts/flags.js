const usage = `用法：npm start（或 npm run dev，改完即见）

没有别的参数，设置在环境变量里：
  PORT      端口，默认 3000
  DATA_DIR  数据放在哪里，默认 data
  SITE_URL  站点的地址，如 https://example.com
其余见 README.md。`;

/** Parses the flags of a start: --help prints them and starts nothing, an unknown flag is an error. */
export function readFlags(typed, known = []) {
  if (typed.some((flag) => flag === '--help' || flag === '-h')) {
    console.log(usage);
    process.exit(0);
  }
  const unknown = typed.find((flag) => !known.includes(flag));
  if (unknown === undefined) return typed;
  console.error(`不认识的参数：${unknown}\n\n${usage}`);
  process.exit(2);
}
