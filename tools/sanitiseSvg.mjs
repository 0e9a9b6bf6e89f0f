// Takes an SVG of others apart and builds a new one of what is known to be harmless: shapes, gradients, clips and masks.
import { JSDOM } from 'jsdom'

const svgNamespace = 'http://www.w3.org/2000/svg'
const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?(px|%)?$/i
const reference = /^url\(#([\w.-]+)\)$/

const is = (pattern) => (value) => pattern.test(value)
const oneOf =
  (...words) =>
  (value) =>
    words.includes(value)
const length = is(number)
const lengths = (value) => value.split(/[\s,]+/).every((part) => number.test(part))
const path = is(/^[MZLHVCSQTAE\d\s,.+-]*$/i)
const transform = is(/^((matrix|translate|scale|rotate|skewX|skewY)\([\d\s,.e+-]+\)[\s,]*)+$/)
const colour = is(/^(#[0-9a-f]{3,8}|[a-z]+|rgba?\([\d\s.,%]+\))$/i)
const units = oneOf('userSpaceOnUse', 'objectBoundingBox')
const rule = oneOf('nonzero', 'evenodd')
const paint = (value, ids) => colour(value) || target(value, ids)
const target = (value, ids) => ids.has(reference.exec(value)?.[1] ?? '')

/** What of an attribute or a declaration is taken over, by its name. */
const attributes = {
  ...each(length, 'x', 'y', 'width', 'height', 'rx', 'ry', 'cx', 'cy', 'r', 'fx', 'fy', 'x1', 'y1', 'x2', 'y2'),
  ...each(length, 'offset', 'opacity', 'fill-opacity', 'stroke-opacity', 'stop-opacity'),
  ...each(length, 'stroke-width', 'stroke-miterlimit', 'stroke-dashoffset'),
  ...each(lengths, 'points', 'stroke-dasharray', 'viewBox'),
  ...each(transform, 'transform', 'gradientTransform'),
  ...each(paint, 'fill', 'stroke'),
  ...each(target, 'clip-path', 'mask'),
  ...each(rule, 'fill-rule', 'clip-rule'),
  ...each(units, 'gradientUnits', 'clipPathUnits', 'maskUnits', 'maskContentUnits'),
  d: path,
  'background-color': colour,
  'stop-color': colour,
  'stroke-linecap': oneOf('butt', 'round', 'square'),
  'stroke-linejoin': oneOf('miter', 'round', 'bevel'),
  spreadMethod: oneOf('pad', 'reflect', 'repeat'),
  'mask-type': oneOf('luminance', 'alpha'),
}
const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polygon', 'polyline']
const elements = new Set(['g', 'defs', 'clipPath', 'mask', 'linearGradient', 'radialGradient', 'stop', ...shapes])
/** Said to readers or to an editor, and not drawn. */
const unseen = new Set(['title', 'desc', 'metadata'])
const placed = new Set(['background-color', 'x', 'y', 'width', 'height', 'viewBox'])
const unread = new Set(['class', 'version', 'xml:space', 'data-name', 'id'])

function each(check, ...names) {
  return Object.fromEntries(names.map((name) => [name, check]))
}

/**
 * Builds a picture anew from the parts of an SVG that only draw.
 *
 * @param {string} text - The SVG.
 * @param {{ inset?: number }} [options] - How much room to leave on each side, as a part of its width.
 * @returns {string} The same picture: square, with nothing in it that runs, loads, links, embeds or styles.
 * @throws Error where it holds anything else than shapes, gradients, clips and masks; nothing is left out without a word.
 */
export function sanitiseSvg(text, { inset = 0 } = {}) {
  const { window } = new JSDOM('')
  const { doctype, documentElement: root } = new window.DOMParser().parseFromString(text, 'image/svg+xml')
  // Entities of its own could stand for anything.
  if (doctype) throw new Error('It has a document type')
  if (root.namespaceURI !== svgNamespace || root.localName !== 'svg') throw new Error('This is no SVG')
  const box = boxOf(root)
  removeWholeClips(root, box)
  const ids = new Map()
  for (const { id } of root.querySelectorAll('[id]')) if (!ids.has(id)) ids.set(id, `i${ids.size}`)
  const pad = box.size * inset
  const [x, y, size] = [box.x - pad, box.y - pad, box.size + 2 * pad]
  const pairs = attributesOf(root, ids)
  const ground = pairs.find(([name]) => name === 'background-color')?.[1]
  const beneath = ground === undefined ? '' : `<path fill="${ground}" d="M${x} ${y}h${size}v${size}h${-size}z"/>`
  const look = write(pairs.filter(([name]) => !placed.has(name)))
  return `<svg xmlns="${svgNamespace}" width="64" height="64" viewBox="${x} ${y} ${size} ${size}"${look}>${beneath}${contentOf(root, ids)}</svg>`
}

function boxOf(root) {
  const sides = [root.getAttribute('width'), root.getAttribute('height')].map((side) => Number.parseFloat(side ?? ''))
  const [x, y, width, height] = root
    .getAttribute('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number) ?? [0, 0, ...sides]
  if (![x, y, width].every(Number.isFinite) || !(width > 0) || width !== height) throw new Error('It is not square')
  return { x, y, size: width }
}

/** A clip of the whole square clips nothing. */
function removeWholeClips(root, { x, y, size }) {
  for (const clip of root.querySelectorAll('clipPath')) {
    const [shape, more] = clip.children
    if (more || shape?.getAttribute('d') !== `M${x} ${y}h${x + size}v${y + size}H${x}z`) continue
    for (const user of root.querySelectorAll('[clip-path]'))
      if (user.getAttribute('clip-path') === `url(#${clip.id})`) user.removeAttribute('clip-path')
    clip.remove()
  }
}

function contentOf(parent, ids) {
  return [...parent.childNodes].map((node) => nodeOf(node, ids)).join('')
}

function nodeOf(node, ids) {
  if (node.nodeType === node.COMMENT_NODE) return ''
  if (node.nodeType === node.TEXT_NODE && node.data.trim() === '') return ''
  if (node.nodeType !== node.ELEMENT_NODE) throw new Error(`It holds ${node.nodeName}`)
  if (unseen.has(node.localName)) return ''
  if (node.namespaceURI !== svgNamespace || !elements.has(node.localName))
    throw new Error(`It holds <${node.nodeName}>`)
  const name = node.localName
  const id = node.id === '' ? '' : ` id="${ids.get(node.id)}"`
  const look = write(attributesOf(node, ids))
  const start = `<${name}${id}${look}`
  const content = contentOf(node, ids)
  if (name === 'defs' && content === '') return ''
  if (name === 'g' && id === '' && look === '') return content
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`
}

function write(pairs) {
  return pairs.map(([name, value]) => ` ${name}="${value}"`).join('')
}

function attributesOf(element, ids) {
  const pairs = new Map()
  for (const { name, value } of element.attributes) {
    if (name === 'style' || name === 'xmlns' || name.startsWith('xmlns:') || unread.has(name)) continue
    pairs.set(name, value)
  }
  // A declaration outweighs the attribute of its name.
  for (const declaration of (element.getAttribute('style') ?? '').split(';')) {
    if (declaration.trim() === '') continue
    const [name = '', ...rest] = declaration.split(':')
    pairs.set(name.trim(), rest.join(':'))
  }
  return [...pairs].map(([name, value]) => {
    const plain = value.trim().replace(/\s+/g, ' ')
    if (!Object.hasOwn(attributes, name) || !attributes[name](plain, ids)) {
      throw new Error(`<${element.nodeName}> has ${name}="${plain.slice(0, 40)}"`)
    }
    const id = reference.exec(plain)?.[1]
    return [name, id === undefined ? plain : `url(#${ids.get(id)})`]
  })
}
