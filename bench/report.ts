type Verdict = { ok: boolean; want: string };

/** Prints the figures as they come, each with what was wanted, and counts what falls short. */
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
