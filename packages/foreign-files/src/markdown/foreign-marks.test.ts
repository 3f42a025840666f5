import { expect, test } from 'vitest';
import { convert } from './convert.ts';

const notes = new Map([['雨', { address: '/notes/雨', title: '雨' }]]);

function plain(body: string, { isVault = false, ...marks }: Record<string, boolean> = {}) {
  const findNote = isVault ? (name: string) => notes.get(name) : undefined;
  const { text, shelter, warnings } = convert({ body, mdx: false, findPost: () => undefined, findNote, marks });
  return { text: shelter.restore(text), warnings };
}

test('a tag whose text is an argument keeps that text', () => {
  const cases: [written: string, shown: string][] = [
    ['前{% span red, 要紧的字 %}后', '前要紧的字后'],
    ['{% p blue center, 一段 %}', '一段'],
    ['{% u 下划 %}', '<u>下划</u>'],
    ['{% del 删去 %}', '~~删去~~'],
    ['{% emp 着重 %}', '**着重**'],
    ['{% kbd Ctrl %}', '<kbd>Ctrl</kbd>'],
    ['{% psw 口令 %}', '口令'],
    ['{% mark color:red 标记 %}', '==标记=='],
    ['{% checkbox red checked, 做完的 %}', '☑ 做完的'],
    ['{% checkbox 没做的 %}', '☐ 没做的'],
    ['{% label primary@字 %}', '字'],
    ['{% label primary @字 %}', '字'],
    ['{% label 字 blue %}', '字'],
    ['{% label Latin red %}', 'Latin'],
    ['{% hideInline 谜底,谜面,#FF7242,#fff %}', '谜底，谜面'],
    ['{% btn https://a.example,去看,fa fa-home %}', '[去看](https://a.example)'],
    ['{% button https://a.example, 去看, home %}', '[去看](https://a.example)'],
    ['{% link 题, https://a.example, /i.png %}', '[题](https://a.example)'],
    ['{% link 去看 https://a.example 外 %}', '[去看](https://a.example)'],
    ['{{< button href="https://a.example" >}}字{{< /button >}}', '[字](https://a.example)'],
    ['{{< link href="https://a.example" content="字" >}}', '[字](https://a.example)'],
    ['{% aplayer "晴天" "周" "https://a.example/a.mp3" %}', '[音乐：晴天 — 周](https://a.example/a.mp3)'],
    [
      '{% timeline 年表,blue %}\n<!-- timeline 一月 -->\n雪\n<!-- endtimeline -->\n{% endtimeline %}',
      '**年表**\n\n**一月**\n\n雪',
    ],
    ['{% timenode 一月 %}\n雪\n{% endtimenode %}', '**一月**\n\n雪'],
    ['{{< tab "第一" >}}\n文\n{{< /tab >}}', '**第一**\n\n文'],
    ['{% codeblock 排序 lang:js %}\na\n{% endcodeblock %}', '**排序**\n\n```js\na\n```'],
    ['{% fold info @题 %}\n文\n{% endfold %}', '::: details 题\n\n文\n\n:::'],
    ['{% folding green, 题 %}\n文\n{% endfolding %}', '::: details 题\n\n文\n\n:::'],
    ['{{< quote author="甲" source="书" >}}\n话\n{{< /quote >}}', '> 话\n>\n> —— 甲 书'],
    ['{{< unheard title="标题" color="red" >}}', '标题'],
    ['{{< unheard "一句 话" 3 big >}}', '一句 话'],
    ['{% unheard 中文字 , red %}', '中文字'],
    ['{{< unheard href="https://a.example" text="字" />}}', '[字](https://a.example)'],
  ];
  for (const [written, shown] of cases) expect(plain(written).text, written).toBe(shown);
});

test('every tag of the themes, with any name, keeps Chinese words of its arguments and its content', () => {
  const names =
    'span p u emp wavy del kbd psw sup sub mark checkbox radio label hideInline bubble nota hashtag copy note tip';
  const more =
    'folding fold timeline timenode tab box paper button btn link cell site ghcard poetry quot reel unknown thing';
  let cases = 0;
  for (const name of `${names} ${more}`.split(' '))
    for (const [open, close] of [
      [`{% ${name} 红字 %}`, ''],
      [`{% ${name} 红字 %}\n里面\n`, `{% end${name} %}`],
      [`{{< ${name} title="红字" >}}`, ''],
      [`{{< ${name} title="红字" >}}\n里面\n`, `{{< /${name} >}}`],
    ] as const) {
      const { text } = plain(`前\n\n${open}${close}\n\n后`);
      expect(text, open).toContain('红字');
      if (close) expect(text, open).toContain('里面');
      cases++;
    }
  expect(cases).toBe(39 * 4);
});

test('callouts of every kind of Obsidian become one that readers see', () => {
  const kinds =
    'note abstract summary tldr info todo tip hint important success check done question help faq warning caution attention failure fail missing danger error bug example quote cite own-kind';
  for (const kind of kinds.split(' ')) {
    expect(plain(`> [!${kind}] 题文\n> 正文`).text, kind).toMatch(
      /^> \[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\] 题文\n> 正文$/,
    );
    expect(plain(`- > [!${kind.toUpperCase()}]-\n  > 正文`).text, kind).toMatch(
      /^- > \[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/,
    );
  }
  expect(plain('> [!quote]\n> 话').text).toBe('> [!NOTE] 引用\n> 话');
  expect(plain('> 一\n> [!quote] 不是').text).toBe('> 一\n> [!quote] 不是');
});

test('admonitions and tabs of Python-Markdown take their indented content with them', () => {
  expect(plain('!!! warning "当心"\n    一\n\n    ```js\n    a\n    ```\n\n后').text).toBe(
    '> [!WARNING] 当心\n> 一\n>\n> ```js\n> a\n> ```\n\n后',
  );
  expect(plain('??? bug\n    一').text).toBe('> [!CAUTION] 缺陷\n> 一');
  expect(plain('=== "甲"\n    一\n=== "乙"\n    二').text).toBe('**甲**\n\n一\n\n**乙**\n\n二');
});

test('VuePress’ groups of code stay code, and titles of its containers and badges stay', () => {
  const group =
    '<code-group>\n  <code-block title="YARN" active>\n  ```bash\n  yarn\n  ```\n  </code-block>\n</code-group>';
  expect(plain(group).text).toBe('**YARN**\n\n```bash\nyarn\n```');
  expect(plain('::: theorem 牛顿第一定律\n一\n:::').text).toBe('**牛顿第一定律**\n\n一');
  expect(plain('## 接口 <Badge text="新增" type="tip"/>').text).toContain('新增');
});

test('references of a vault become links, its comments go and are counted', () => {
  const { text, warnings } = plain(
    '见[[雨]]、[[雨|名]]、[[雨#一|节]]、[[没有]]。%%私%%\n\n![[雨]] 完 ^a1\n\n%%\n多行\n%%',
    {
      isVault: true,
    },
  );
  expect(text).toBe(
    `见[雨](${encodeURI('/notes/雨')})、[名](${encodeURI('/notes/雨')})、[节](${encodeURI('/notes/雨')}#${encodeURIComponent('一')})、没有。\n\n[雨](${encodeURI('/notes/雨')}) 完`,
  );
  expect(warnings).toEqual([
    '%% 注释 %% 只有自己看得见，没有收',
    '指向没有公开的笔记的链接，只留下文字：没有',
    '嵌入的笔记改成了链接：雨',
  ]);
  expect(plain('![[a.png|图|360]]', { isVault: true }).text).toBe('![图](a.png){width=50%}');
  expect(plain('`[[雨]] %%a%%`\n\n[[1]](https://a.example)', { isVault: true }).text).toBe(
    '`[[雨]] %%a%%`\n\n[[1]](https://a.example)',
  );
});

test('marks beyond Markdown become what readers see', () => {
  expect(plain('好 :smile: :+1: 12:30:45 a:b:c', { emoji: true }).text).toBe('好 😄 👍 12:30:45 a:b:c');
  expect(plain('## 题 {.big #one}\n\n段 {.note}').text).toBe('## 题 {#one}\n\n段');
  expect(plain('苹果\n: 一种水果\n: 一家公司\n\n后', { definitions: true }).text).toBe(
    '**苹果**\n\n- 一种水果\n- 一家公司\n\n后',
  );
  expect(plain('H~2~O 与 x^2^，~~删~~', { scripts: true }).text).toBe('H<sub>2</sub>O 与 x<sup>2</sup>，~~删~~');
  expect(plain('文^[注]。', { notes: true }).text).toBe('文[^inline-1]。\n\n[^inline-1]: 注');
});
