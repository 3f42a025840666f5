// npm run bench: the whole site. npm run bench -- growth [postgres]: what grows, at three sizes.
const [which, ...rest] = process.argv.slice(2);

if (which === 'growth') await (await import('./growth/growth.ts')).measureGrowth(rest);
else await import('./whole.ts');
