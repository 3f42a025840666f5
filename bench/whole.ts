import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildWhenNeeded } from '../scripts/build.js';
import { startBare } from './bare.ts';
import { openCorpus } from './corpus.ts';
import { hammer } from './load.ts';
import { startNginx } from './nginx.ts';
import { openReport } from './report.ts';
import { measureSearch } from './search/speed.ts';
import { startBenchSite } from './server.ts';
import { weighPage } from './weight.ts';

/** Targets of the figures. Results and their meaning: docs/bench.md. */
const budgets = { cached: 0.7, searchP99: 10, idle: 150, loaded: 250, start: 1000, script: 120, style: 13 };

const corpus = resolve(import.meta.dirname, '.data/corpus-052.db');

buildWhenNeeded();
const report = openReport();

report.section('启动与闲时（第一批内容，已构建）');
const site = await startBenchSite();
report.line('启动（五次的中位数）', `${site.startMs} ms`, {
  ok: site.startMs <= budgets.start,
  want: `≤ ${budgets.start} ms`,
});
const idle = site.memory();
report.line('闲时内存', `${idle} MB`, { ok: idle <= budgets.idle, want: `≤ ${budgets.idle} MB` });

report.section('缓存的页面，32 条连接，gzip，同样的字节旁边各跑一遍');
for (const [name, path] of [
  ['文章', site.article],
  ['首页', '/'],
] as const) {
  const ours = await hammer(site.url + path);
  const bare = await startBare(site.url + path);
  const plain = await hammer(bare.url);
  await bare.stop();
  report.line(`${name}：墨笺`, `${ours.rate} 次/秒，p99 ${ours.p99} ms`);
  report.line(`${name}：裸 node:http`, `${plain.rate} 次/秒`, ratio(ours.rate, plain.rate, budgets.cached));
  const nginx = await startNginx(site.url + path);
  if (!nginx) continue;
  const served = await hammer(nginx.url);
  await nginx.stop();
  report.line(`${name}：nginx 静态`, `${served.rate} 次/秒`, ratio(ours.rate, served.rate, budgets.cached));
}

report.section('不走缓存');
const fresh = await hammer(site.url + site.article, { mode: 'distinct', seconds: 5 });
report.line('文章，每次都渲染', `${fresh.rate} 次/秒，p99 ${fresh.p99} ms`);
const home = await hammer(`${site.url}/`, { mode: 'distinct', seconds: 5 });
report.line('首页，每次都渲染', `${home.rate} 次/秒，p99 ${home.p99} ms`);
const list = await hammer(`${site.url}/v1/article/`, { mode: 'callers', seconds: 5 });
report.line('GET /v1/article/', `${list.rate} 次/秒，p99 ${list.p99} ms`);
const loaded = site.memory();
report.line('压测之后的内存', `${loaded} MB`, { ok: loaded <= budgets.loaded, want: `≤ ${budgets.loaded} MB` });

report.section('一篇文章的重量（gzip）');
const weight = await weighPage(site.url + site.article);
report.line('脚本', `${weight.script} KB`, { ok: weight.script <= budgets.script, want: `≤ ${budgets.script} KB` });
report.line('样式', `${weight.style} KB`, { ok: weight.style <= budgets.style, want: `≤ ${budgets.style} KB` });
report.line('页面', `${weight.html} KB`);
await site.remove();

report.section('检索：一万篇各三千字的中文文章');
if (!existsSync(corpus)) console.log('  （第一次要先写出这一万篇，约需两分钟）');
const searched = await measureSearch(await openCorpus(corpus));
report.line('两个字的词，p50 / p99', `${searched.p50} / ${searched.p99} ms`, {
  ok: searched.p99 <= budgets.searchP99,
  want: `p99 ≤ ${budgets.searchP99} ms`,
});

report.end();

function ratio(ours: number, theirs: number, least: number) {
  return { ok: ours / theirs >= least, want: `墨笺是它的 ${(ours / theirs).toFixed(2)} 倍，要 ≥ ${least}` };
}
