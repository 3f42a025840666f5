import autocannon from 'autocannon';

// node hammer.ts <url> <seconds> <same|callers|distinct>: prints requests a second and latencies as JSON.
// callers: each request has another address, to avoid the rate limit. distinct: additionally another
// page address, to bypass the cache.
const [url = '', seconds = '5', mode = 'same'] = process.argv.slice(2);
const headers = { 'accept-encoding': 'gzip' };
const path = new URL(url).pathname;
let count = 0;

await autocannon({ url, connections: 32, duration: 1, headers }); // warm up
const result = await autocannon({
  url,
  connections: 32,
  duration: Number(seconds),
  headers,
  ...(mode !== 'same' && { requests: [{ setupRequest: other }] }),
});
if (result.non2xx > 0 || result.errors > 0) {
  console.error(`${url}：${result.non2xx} 个失败的回答，${result.errors} 个错误`);
  process.exit(1);
}
console.log(
  JSON.stringify({ rate: Math.round(result.requests.average), p50: result.latency.p50, p99: result.latency.p99 }),
);

function other(request: autocannon.Request) {
  count++;
  const caller = { 'x-forwarded-for': `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}` };
  return { ...request, headers: { ...headers, ...caller }, path: mode === 'distinct' ? `${path}?id=${count}` : path };
}
