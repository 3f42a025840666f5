import { defineCommand, printJson, WrongUse, withDatabase } from '../../platform/command-line.ts';
import { type Field, listFields, setField } from './admin-settings.ts';
import { secretFields } from './settings.ts';

const longest = 60;

export const command = defineCommand(
  {
    syntax: '[<组>.<项> <值>]\n[list] --json',
    help: '改一项站点设置，如 identity.name 听雨楼，运行中的站点立刻照办；不带参数或写 list 则列出全部，--json 给程序读。值以 -- 开头时，在它前面再写一个 --。',
    words: [0, 2],
    flags: { json: 'plain' },
    firstWords: ['list'],
  },
  async ({ words, flags: { json } }) => {
    const [path, value] = words[0] === 'list' && words.length === 1 ? [] : words;
    if (path !== undefined && value === undefined) throw new WrongUse();
    if (path !== undefined && json) throw new WrongUse('--json 只用来列出');
    await withDatabase(({ db }) =>
      db.transaction().execute(async (trx) => {
        if (json) printJson((await listFields(trx)).map(withoutSecret));
        else if (path === undefined || value === undefined) print(await listFields(trx));
        else print([await setField(trx, path, allowed(path, value))]);
      }),
    );
  },
);

/** Looks nobody's passkey up: that is done where the settings are saved on the site. */
function allowed(path: string, value: string) {
  if (path.startsWith('passkeyOnly.') && value === 'only')
    throw new Error('这一项请在后台打开：那里会先看谁还没有通行密钥');
  return value;
}

function print(fields: Field[]) {
  for (const { path, value } of fields) process.stdout.write(`${path} = ${shown(path, value)}\n`);
}

const isSecret = (path: string) => secretFields.has(path.split('.').at(-1) ?? '');

/** A secret that is set becomes true. */
function withoutSecret({ path, value }: Field) {
  return { path, value: isSecret(path) && typeof value === 'string' ? value !== '' : value };
}

function shown(path: string, value: unknown) {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (isSecret(path)) return value && '（已设，不显示）';
  const [line = ''] = value.split('\n');
  return line === value && line.length <= longest ? value : `${line.slice(0, longest)}…（共 ${value.length} 字）`;
}
