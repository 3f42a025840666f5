const sentences = [
  '师傅不让我先开手电，他说铁会说话，你一照它，它就不说了。',
  '于是我们蹲在桁架底下，用小锤**一颗一颗**敲过去，听它回答。',
  '凌晨一点，最后一辆货车的尾灯过了江心，对讲机里说 `over`。',
  '[那天的记录](https://example.com/log)里写着 214 颗铆钉，换了 3 颗。',
  '风从江上来，==有一点凉==，谁也没有说话，只有 *锤声*。',
];
const blocks = [
  '- 东侧\n  - 铆钉\n- 西侧\n',
  '| 名 | 数 |\n| --- | --- |\n| 铆钉 | 214 |\n',
  '```ts\nconst bridge = 214;\n```\n',
];

/** Deterministic Markdown article with a bit of everything, of at least this many characters. */
export function longArticle(characters: number): string {
  let text = '';
  for (let part = 0; text.length < characters; part++) {
    const turn = Array.from({ length: 6 }, (_, index) => sentences[(part + index) % sentences.length]).join('');
    text += `## 第 ${part + 1} 夜\n\n${turn}\n\n> ${sentences[part % 5]}\n\n${turn}\n\n${blocks[part % 3]}\n`;
  }
  return text;
}
