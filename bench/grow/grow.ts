import { once } from 'node:events';
import { processes, startStack } from './stack.ts';
import { tries, tryStack } from './try.ts';

// npm run grow: PostgreSQL, a bucket, nginx and three processes of the site, until Ctrl-C.
// npm run grow -- --try [limits] [failures] [throughput]: the same under load, with a process killed, one drained and
// the database restarted; or some of that.
const [flag, ...chosen] = process.argv.slice(2);
const isTry = flag === '--try';
if ((flag && !isTry) || chosen.some((name) => !tries.some((one) => one === name))) {
  console.error(`用法：npm run grow，或 npm run grow -- --try，后面可以只写其中几样：${tries.join(' ')}`);
  process.exit(2);
}

const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
console.log(`启动 PostgreSQL、S3 的替身与 ${processes} 个进程……`);
const stack = await startStack({ isTry });
console.log(`站点：${stack.url}${stack.nginx ? '（nginx）' : ''}
各个进程：${stack.addresses.join(' ')}`);
if (!stack.nginx) console.log('没有装 nginx：站点的地址只通到第一个进程。');
const link = stack.link();
if (link) console.log(`设好站长账号：${link}`);

if (isTry) {
  const tried = tryStack(stack, chosen.length > 0 ? chosen : tries).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  await Promise.race([tried, stopped]);
} else {
  console.log('Ctrl-C 全部停下，什么也不留下。');
  await stopped;
}
console.log('停下……');
await stack.stop();
process.exit();
