import type { ComponentType } from 'react'
import { Skeleton } from '../primitives/Skeleton.js'
import { type LazyComponent, lazyComponent } from './lazyComponent.js'

/** A view whose code loads when it is shown or preloaded, with a skeleton in its place until then. */
export function lazyView<props extends object>(load: () => Promise<ComponentType<props>>): LazyComponent<props> {
  return lazyComponent(load, Skeleton)
}
