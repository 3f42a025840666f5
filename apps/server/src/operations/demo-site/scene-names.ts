import { lights } from './canvas.ts';
import { farScenes } from './far-scenes.ts';
import { landScenes } from './land-scenes.ts';
import { nearScenes } from './near-scenes.ts';

export const scenes = { ...farScenes, ...landScenes, ...nearScenes };

export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes) as [SceneName, ...SceneName[]];
export const lightNames = Object.keys(lights) as [keyof typeof lights, ...(keyof typeof lights)[]];
