import type { Service } from '../status.js'
import type { Parts } from './createParts.js'
import { buildSite, frameSite, type Site, webSite } from './siteBuild.js'

/** The builds of a start. */
export type Builds = {
  /** The web app; undefined where it is left out. */
  web: Site | undefined
  /** The folder of its build; undefined where it is served from its sources. */
  webFolder: Promise<string> | undefined
  /** The folder of the embedded wallet's pages. */
  frameFolder: Promise<string> | undefined
}

/** Begins to build the sites that are wanted; the others are off. */
export function beginBuilds(options: { web?: boolean | 'dev'; frame?: boolean }, parts: Parts): Builds {
  const web = options.web === false ? undefined : webSite()
  const frame = (options.frame ?? options.web !== false) ? frameSite() : undefined
  if (web === undefined) parts.off('web')
  // Its API works all the same, but the page could not be opened.
  if (frame === undefined) parts.off('frame')
  function build(name: Service, site: Site): Promise<string> {
    const built = parts.begin([name], () => buildSite(site, () => parts.building(name), parts.signal))
    // Its failure is met where it is awaited.
    built.catch(() => {})
    return built
  }
  return {
    web,
    webFolder: web && options.web !== 'dev' ? build('web', web) : undefined,
    frameFolder: frame && build('frame', frame),
  }
}
