import { callSheet } from '@mojian/client/call-sheet';
import { adminApi } from '@mojian/contract/admin/all';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/admin/',
  plugins: [callSheet(adminApi)],
  build: { target: 'es2022', outDir: 'build', emptyOutDir: true, assetsDir: 'assets' },
});
