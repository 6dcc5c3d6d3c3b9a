import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { loadChunk } from './platform/browser/chunk-loading.ts';

type Load = () => Promise<{ Component: ComponentType }>;

/** A route whose screen is a separate chunk, loaded on navigation or preloaded just before it. */
export function screen(path: string, load: Load): RouteObject {
  return { path, lazy: () => loadChunk(load), handle: { preload: load } };
}
