import { describe, expect, it } from 'vitest'
import { sanitiseSvg } from './sanitiseSvg.mjs'

const svg = (content: string, look = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"${look}>${content}</svg>`
const start = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 24 24"'

describe('sanitiseSvg', () => {
  it('builds the picture anew: without comments, texts for readers, classes and the names of an editor', () => {
    const text = `<?xml version="1.0"?><!-- made --><svg xmlns="http://www.w3.org/2000/svg" class="a" width="24" height="24" fill="none">
      <title>Fox</title><g clip-path="url(#clip.1)"><path id="body" class="b" fill="#F60" d="M0 0h24v24H0z"/></g>
      <defs><clipPath id="clip.1"><rect width="24" height="24"/></clipPath></defs></svg>`
    expect(sanitiseSvg(text)).toBe(
      `${start} fill="none"><g clip-path="url(#i1)"><path id="i0" fill="#F60" d="M0 0h24v24H0z"/></g>` +
        '<defs><clipPath id="i1"><rect width="24" height="24"/></clipPath></defs></svg>',
    )
  })

  it('writes declarations as attributes, and the ground of the whole as a shape', () => {
    const text = svg(
      '<path style="fill:rgb(10%,20%,30%);fill-opacity:1" fill="red" d="M1 1z"/>',
      ' style="background-color:white"',
    )
    expect(sanitiseSvg(text, { inset: 0.5 })).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="-12 -12 48 48">' +
        '<path fill="white" d="M-12 -12h48v48h-48z"/><path fill="rgb(10%,20%,30%)" d="M1 1z" fill-opacity="1"/></svg>',
    )
  })

  it('leaves out a clip of the whole square, and the groups that say nothing without it', () => {
    const clip = (path: string) =>
      sanitiseSvg(
        svg(`<g clip-path="url(#a)"><path d="M1 1z"/></g><defs><clipPath id="a"><path d="${path}"/></clipPath></defs>`),
      )
    expect(clip('M0 0h24v24H0z')).toBe(`${start}><path d="M1 1z"/></svg>`)
    expect(clip('M0 0h12v24H0z')).toContain('<g clip-path="url(#i0)">')
  })

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a page within', svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>')],
    ['a handler', svg('<path d="M0 0" onload="alert(1)"/>')],
    ['a handler on the whole', svg('', ' onload="alert(1)"')],
    ['an outside picture', svg('<image href="https://a.example/a.png"/>')],
    ['a picture within', svg('<image href="data:image/png;base64,AAAA"/>')],
    ['an outside copy', svg('<use href="https://a.example/a.svg#a"/>')],
    ['an outside paint', svg('<path fill="url(https://a.example/#a)" d="M0 0"/>')],
    ['an outside paint in a declaration', svg('<path style="fill:url(//a.example/#a)" d="M0 0"/>')],
    ['a paint that is not there', svg('<path fill="url(#a)" d="M0 0"/>')],
    ['a link', svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
    ['a style sheet', svg('<style>@import "https://a.example/a.css"</style>')],
    ['a filter', svg('<filter id="a"><feImage href="https://a.example/a.png"/></filter>')],
    ['an animation', svg('<path d="M0 0"><set attributeName="fill" to="red"/></path>')],
    ['text', svg('<g>hello</g>')],
    ['a shape of another namespace', svg('<path xmlns="http://www.w3.org/1999/xhtml" d="M0 0"/>')],
    ['a quotation mark in a value', svg('<path d="M0 0&quot; onload=&quot;alert(1)"/>')],
    ['an entity of its own', `<!DOCTYPE svg [<!ENTITY a "M0 0">]>${svg('<path d="&a;"/>')}`],
    ['an instruction', svg('<?xml-stylesheet href="https://a.example/a.css"?>')],
    ['a tag that is not closed', svg('<path d="M0 0">')],
    ['another kind of document', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['sides that differ', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12"/>'],
  ])('refuses %s', (_, text) => {
    expect(() => sanitiseSvg(text)).toThrow()
  })
})
