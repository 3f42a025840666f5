import { callSheet } from '@mojian/client/call-sheet';
import { defineConfig } from 'vite';
import { calls } from './src/platform/calls.ts';

export default defineConfig({
  base: '/admin/',
  logLevel: 'error',
  plugins: [callSheet(calls), nonceForMeasuring()],
  build: { target: 'es2022', outDir: 'build', emptyOutDir: true, chunkSizeWarningLimit: 2000 },
});

/** antd measures scroll bars by style elements that it gives no nonce: these too take that of the page. */
function nonceForMeasuring() {
  const passedNonce = /(?<!\.)csp\?\.nonce/g;
  const orPageNonce = `(csp?.nonce ?? document.querySelector('meta[property="csp-nonce"]')?.nonce)`;
  return {
    name: 'mojian:nonce-for-measuring',
    transform: (code: string, id: string) =>
      id.includes('/Dom/dynamicCSS.js') ? code.replace(passedNonce, orPageNonce) : undefined,
  };
}
