import { describeApproval, shortAddress } from '../../wallets/describeApproval.js'
import { element } from '../../wallets/element.js'
import type { PhoneAnswer, PhoneAskedChain, PhoneChainId, PhoneQuestion } from '../phoneWallet.js'

/** A question as it is drawn. */
export type DrawnQuestion = {
  content: readonly HTMLElement[]
  /** The label of the approve button. */
  yes: string
  /** The approved choice. */
  answer(): PhoneAnswer
}

/** Draws a request: the app, its parameters, and the choices. */
export function drawQuestion(question: PhoneQuestion): DrawnQuestion {
  const { app } = question
  const who = element('p', { class: 'small' }, app.url || app.name)
  switch (question.kind) {
    case 'connect': {
      const { boxes, fieldset } = drawChains(question.chains)
      const chosen = () => boxes.filter(({ box }) => box.checked).map(({ chainId }) => chainId)
      const methods = element('details', {}, element('summary', {}, 'What it may ask for'))
      const asked = [...question.methods, ...question.events].join('\n') || 'Nothing that this wallet knows.'
      methods.append(element('pre', { tabindex: '0' }, asked))
      return {
        content: [
          heading(`Connect to ${app.name}?`, who),
          element(
            'p',
            { class: 'lead' },
            'It will see your address and what it holds. It cannot move anything without asking you.',
          ),
          fieldset,
          methods,
        ],
        yes: 'Connect',
        answer: () => ({ chains: chosen() }),
      }
    }
    case 'signIn': {
      const [first = '', ...more] = question.messages
      const content = [
        heading(`Sign in to ${app.name}?`, who),
        element('pre', { class: 'message', tabindex: '0', 'aria-label': 'What is signed' }, first),
      ]
      if (more.length > 0) {
        const rest = element('details', {}, element('summary', {}, `The same for ${more.length} more`))
        rest.append(...more.map((text) => element('pre', { class: 'message', tabindex: '0' }, text)))
        content.push(rest)
      }
      return { content, yes: 'Sign in', answer: () => true }
    }
    case 'request': {
      const text = describeApproval(question.request)
      const content: HTMLElement[] = [heading(text.title, who)]
      if (text.warning !== undefined) content.push(element('p', { class: 'warning' }, text.warning))
      if (text.hero !== undefined) content.push(element('p', { class: 'hero' }, text.hero))
      if (text.lead !== undefined) content.push(element('p', { class: 'lead' }, text.lead))
      if (text.body !== undefined) {
        const kind = question.request.kind === 'message' ? 'message' : 'data'
        content.push(element('pre', { class: kind, tabindex: '0', 'aria-label': 'What is signed' }, text.body))
      }
      const rows = [
        ...text.rows,
        { label: 'Account', value: shortAddress(question.request.account), whole: question.request.account },
        ...(text.rows.some(({ label }) => label === 'Network')
          ? []
          : [{ label: 'Network', value: question.request.chain.name }]),
      ]
      content.push(
        element(
          'dl',
          {},
          ...rows.map((row) => {
            const whole: { [name: string]: string } = 'whole' in row && row.whole ? { title: row.whole } : {}
            return element('div', {}, element('dt', {}, row.label), element('dd', whole, row.value))
          }),
        ),
      )
      if (text.details !== undefined) {
        const folded = element('pre', { tabindex: '0', 'aria-label': text.details.label }, text.details.text)
        content.push(element('details', {}, element('summary', {}, text.details.label), folded))
      }
      return { content, yes: 'Approve', answer: () => true }
    }
  }
}

function heading(title: string, who: HTMLElement): HTMLElement {
  return element('div', {}, who, element('h2', { id: 'title', tabindex: '-1', autofocus: '' }, title))
}

function drawChains(chains: readonly PhoneAskedChain[]) {
  const boxes: { box: HTMLInputElement; chainId: PhoneChainId }[] = []
  const fieldset = element('fieldset', {}, element('legend', {}, 'Networks'))
  for (const { caip2, chain, isRequired } of chains) {
    if (chain === undefined) {
      fieldset.append(element('p', { class: 'small' }, `${caip2.slice(0, 41)}: not in this wallet`))
      continue
    }
    const box = element('input', { type: 'checkbox', checked: '', ...(isRequired ? { disabled: '' } : {}) })
    boxes.push({ box, chainId: chain.chainId })
    fieldset.append(element('label', { class: 'check' }, box, isRequired ? `${chain.name} (needed)` : chain.name))
  }
  return { boxes, fieldset }
}
