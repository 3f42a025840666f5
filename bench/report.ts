type Verdict = { ok: boolean; want: string };

/** Prints figures with their targets and counts those that miss them. */
export function openReport() {
  let short = 0;
  return {
    section: (title: string) => console.log(`\n${title}`),
    line(name: string, figure: string, verdict?: Verdict) {
      if (verdict && !verdict.ok) short++;
      const mark = verdict ? (verdict.ok ? '✓' : '✗') : ' ';
      console.log(`  ${mark} ${name}：${figure}${verdict ? `（${verdict.want}）` : ''}`);
    },
    end: () => console.log(short === 0 ? '\n都在预算之内。' : `\n${short} 项不在预算之内。`),
  };
}
