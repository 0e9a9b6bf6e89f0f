/** One way in which a page dresses the wallet's frame, so that somebody clicks what they do not see. */
export type Dress = {
  readonly name: string
  /** Whether Chromium's IntersectionObserver v2 still reports the screen as visible. */
  readonly isReportedVisible: boolean
  /** Styles of the frame, of the page's body, and of an element that lies over the frame; `%x` and `%y` are where the button is. */
  readonly frame?: string
  readonly parent?: string
  readonly over?: string
  /** A style sheet of the page. */
  readonly sheet?: string
  /** What else the page does. */
  readonly act?: 'popover' | 'dialog' | 'fullscreen' | 'view transition' | 'print' | 'svg clip'
}

const over = 'position: fixed; left: 0; top: 0; width: 500px; height: 700px; pointer-events: none;'
// It reaches from corner to corner, since the browser clips by the box around it, and is as thin as a hair but at the button.
const spot = 'polygon(0 0, calc(%x + 9px) calc(%y - 9px), 100% 100%, calc(%x - 9px) calc(%y + 9px))'
const nothing = 'linear-gradient(transparent, transparent)'

/** Every way that is tried; `docs/frame-dressing.md` lists them with what came of each. */
export const dresses: readonly Dress[] = [
  { name: 'mask-image on the frame', isReportedVisible: true, frame: `mask-image: ${nothing}` },
  { name: 'mask-image on a parent', isReportedVisible: true, parent: `mask-image: ${nothing}` },
  { name: 'clip-path polygon on the frame', isReportedVisible: true, frame: `clip-path: ${spot}` },
  { name: 'clip-path polygon on a parent', isReportedVisible: true, parent: `clip-path: ${spot}` },
  { name: 'crop of 1 %', isReportedVisible: true, frame: 'clip-path: inset(1% 0 0 0)' },
  { name: 'crop of 3 %', isReportedVisible: false, frame: 'clip-path: inset(3% 0 0 0)' },
  { name: 'crop of 5 %', isReportedVisible: false, frame: 'clip-path: inset(5% 0 0 0)' },
  { name: 'crop of 7 %', isReportedVisible: false, frame: 'clip-path: inset(7% 0 0 0)' },
  { name: 'crop of 9 %', isReportedVisible: false, frame: 'clip-path: inset(9% 0 0 0)' },
  { name: 'clip-path circle', isReportedVisible: false, frame: 'clip-path: circle(12px at %x %y)' },
  { name: 'clip-path ellipse', isReportedVisible: false, frame: 'clip-path: ellipse(40px 9px at %x %y)' },
  {
    name: 'clip-path path',
    isReportedVisible: true,
    frame: 'clip-path: path("M0 0H1V1Z M380 600H379V599Z M9 530H371V599H9Z")',
  },
  { name: 'clip-path of an SVG', isReportedVisible: false, frame: 'clip-path: url(#spot)', act: 'svg clip' },
  { name: 'border-radius', isReportedVisible: true, frame: 'border-radius: 50% 50% 0 0 / 90% 90% 0 0' },
  {
    name: 'mix-blend-mode on the frame',
    isReportedVisible: false,
    frame: 'mix-blend-mode: darken',
    parent: 'background: black',
  },
  {
    name: 'mix-blend-mode over the frame',
    isReportedVisible: false,
    over: `${over} background: white; mix-blend-mode: lighten`,
  },
  { name: 'backdrop-filter over the frame', isReportedVisible: false, over: `${over} backdrop-filter: brightness(0)` },
  {
    name: 'box-shadow beside the frame',
    isReportedVisible: false,
    over: 'position: fixed; left: 600px; top: 0; width: 1px; height: 1px; pointer-events: none; box-shadow: 0 0 0 900px white',
  },
  {
    name: 'outline beside the frame',
    isReportedVisible: false,
    over: 'position: fixed; left: 600px; top: 0; width: 1px; height: 1px; pointer-events: none; outline: 900px solid white',
  },
  { name: 'opacity', isReportedVisible: false, frame: 'opacity: 0' },
  { name: 'opacity of a parent', isReportedVisible: false, parent: 'opacity: 0' },
  { name: 'filter', isReportedVisible: false, frame: 'filter: brightness(0)' },
  {
    name: 'rotation in 3-d',
    isReportedVisible: false,
    frame: 'transform: rotateY(80deg)',
    parent: 'perspective: 500px',
  },
  {
    name: 'translation in 3-d',
    isReportedVisible: false,
    frame: 'transform: translateZ(-900px)',
    parent: 'perspective: 500px',
  },
  { name: 'scale', isReportedVisible: false, frame: 'scale: 0.1' },
  { name: 'zoom of a parent', isReportedVisible: true, parent: 'zoom: 0.2' },
  {
    name: 'animated opacity',
    isReportedVisible: false,
    frame: 'animation: fade 1s infinite',
    sheet: '@keyframes fade { from { opacity: 0.01 } to { opacity: 0.02 } }',
  },
  {
    name: 'animated mask',
    isReportedVisible: true,
    frame: 'mask-image: linear-gradient(black 1%, transparent 1%); animation: wipe 9s infinite',
    sheet: '@keyframes wipe { from { mask-position: 0 0 } to { mask-position: 0 1px } }',
  },
  {
    name: 'view transition',
    isReportedVisible: false,
    sheet:
      '::view-transition { pointer-events: none; background: white } ::view-transition-group(*) { animation-duration: 60s; opacity: 0 }',
    act: 'view transition',
  },
  {
    name: 'popover in the top layer',
    isReportedVisible: false,
    over: `${over} border: 0; margin: 0; background: white`,
    act: 'popover',
  },
  {
    name: 'dialog in the top layer',
    isReportedVisible: false,
    over: `${over} border: 0; margin: 0; max-width: none; background: white`,
    act: 'dialog',
  },
  { name: 'fullscreen', isReportedVisible: false, over: `${over} background: white`, act: 'fullscreen' },
  {
    name: 'scroll-snap',
    isReportedVisible: false,
    parent: 'margin: 0; height: 90px; overflow: scroll; scroll-snap-type: y mandatory',
    sheet: 'iframe { scroll-snap-align: end } html { overflow: hidden }',
  },
  {
    name: 'print',
    isReportedVisible: true,
    sheet: '@media print { iframe { mask-image: linear-gradient(transparent, transparent) } }',
    act: 'print',
  },
  {
    name: 'cursor image',
    isReportedVisible: true,
    parent:
      'cursor: url("data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 width=%27128%27 height=%27128%27%3E%3Crect width=%27128%27 height=%27128%27 fill=%27white%27/%3E%3C/svg%3E") 64 64, auto',
  },
  {
    name: 'content-visibility of a parent',
    isReportedVisible: false,
    parent: 'content-visibility: hidden; height: 700px',
  },
  { name: 'visibility', isReportedVisible: false, frame: 'visibility: hidden' },
]
