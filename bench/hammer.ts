import autocannon from 'autocannon';

// node hammer.ts <url> <seconds> <same|distinct>: prints requests a second and latencies as JSON.
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
  ...(mode === 'distinct' && {
    requests: [
      {
        setupRequest: (request) => {
          count++;
          return { ...request, path: `${path}?id=${count}` };
        },
      },
    ],
  }),
});
if (result.non2xx > 0 || result.errors > 0) {
  console.error(`${url}：${result.non2xx} 个失败的回答，${result.errors} 个错误`);
  process.exit(1);
}
console.log(
  JSON.stringify({ rate: Math.round(result.requests.average), p50: result.latency.p50, p99: result.latency.p99 }),
);
