import { bringToLife } from './bring-to-life.tsx';

void bringToLife();
