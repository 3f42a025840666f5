import { bringToLife } from './start/bring-to-life.tsx';

void bringToLife();
