import type { ComponentType } from 'react'
import { Skeleton } from '../primitives/Skeleton.js'
import { type Later, later } from './later.js'

/** A view whose code arrives when it is shown or preloaded, with lines in its place until then. */
export function laterView<props extends object>(load: () => Promise<ComponentType<props>>): Later<props> {
  return later(load, Skeleton)
}
