// The small faults that are put into a source, one at a time: a test has to notice each.
import { parseSync, visitorKeys } from 'oxc-parser'

export interface Fault {
  /** Place in the source that `text` replaces, in UTF-16 units. */
  start: number
  end: number
  text: string
  /** From 1. */
  line: number
  /** Where a probe stands that tells whether a test comes by. */
  anchor: Anchor
}

/** A statement, before which another one fits, or the expression that an arrow function returns. */
export interface Anchor {
  kind: 'statement' | 'expression'
  start: number
  end: number
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

type Change = Pick<Fault, 'start' | 'end' | 'text'>

const OTHER_OPERATORS: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
}

/** Calls without which a list or a text is another one. */
const DROPPED_CALLS = new Set([
  'filter',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'slice',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'normalize',
])
const OTHER_CALLS: Record<string, string> = { min: 'max', max: 'min', ceil: 'floor', floor: 'ceil', some: 'every', every: 'some' }
const LOG_LEVELS = new Set(['debug', 'info', 'warn', 'error', 'fatal'])

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function childrenOf(node: Node): Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => node[key]).filter(isNode)
}

/** Types, imports, words for people and words for the log: a fault there is none, or no test's business. */
function isPassedOver(node: Node): boolean {
  if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return true
  if (/^(Import|Export(All|Specifier))/.test(node.type) || node.type === 'ThrowStatement') return true
  const called = node.type === 'ExpressionStatement' && isNode(node['expression']) ? node['expression'] : node
  return called.type === 'CallExpression' && isNode(called['callee']) && isLog(called['callee'])
}

function isLog(callee: Node): boolean {
  const { object, property } = callee
  if (!isNode(object) || !isNode(property)) return false
  const of = isNode(object['property']) ? object['property'] : object
  return LOG_LEVELS.has(String(property['name'])) && /^log(ger)?$/i.test(String(of['name']))
}

/** Those with two sides: the sign between them, found in the text between both. */
function ofOperator(node: Node, source: string): Change[] {
  const { left, right, operator } = node
  if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return []
  const isText = [left, right].some((side) => side.type === 'TemplateLiteral' || typeof side['value'] === 'string')
  if (operator === '+' && isText) return []
  const start = source.indexOf(operator, left.end)
  return (OTHER_OPERATORS[operator] ?? []).map((text) => ({ start, end: start + operator.length, text }))
}

function ofLiteral(node: Node): Change[] {
  const { start, end, value } = node
  if (typeof value === 'boolean') return [{ start, end, text: String(!value) }]
  if (typeof value === 'number')
    return [{ start, end, text: String(value + 1) }, ...(value > 1 ? [{ start, end, text: String(value - 1) }] : [])]
  return typeof value === 'string' && value !== '' ? [{ start, end, text: "''" }] : []
}

function ofCall(node: Node): Change[] {
  const { callee } = node
  if (!isNode(callee) || !isNode(callee['object']) || !isNode(callee['property'])) return []
  const { object, property } = callee as { object: Node; property: Node } & Node
  const name = String(property['name'])
  const other = Object.hasOwn(OTHER_CALLS, name) ? OTHER_CALLS[name] : undefined
  if (other) return [{ start: property.start, end: property.end, text: other }]
  return DROPPED_CALLS.has(name) ? [{ start: object.end, end: node.end, text: '' }] : []
}

function ofNode(node: Node, source: string): Change[] {
  const { start, end, type, test, argument } = node
  switch (type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return ofOperator(node, source)
    case 'IfStatement':
    case 'ConditionalExpression':
      return isNode(test) ? ['true', 'false'].map((text) => ({ start: test.start, end: test.end, text })) : []
    case 'UnaryExpression':
      return isNode(argument) && /^[!-]$/.test(String(node['operator'])) ? [{ start, end: argument.start, text: '' }] : []
    case 'Literal':
      return ofLiteral(node)
    case 'TemplateLiteral':
      return [{ start, end, text: '``' }]
    case 'ArrayExpression':
      return Array.isArray(node['elements']) && node['elements'].length > 0 ? [{ start, end, text: '[]' }] : []
    case 'CallExpression':
      return ofCall(node)
    case 'MemberExpression':
      return node['optional'] === true ? [{ start, end, text: source.slice(start, end).replace(/\?\.(?!.*\?\.)/s, '.') }] : []
    case 'ExpressionStatement':
      return isNode(node['expression']) && /^(Call|Await|Assignment)Expression$/.test(node['expression'].type)
        ? [{ start, end, text: '{}' }]
        : []
    default:
      return []
  }
}

/** Where a probe for this node may stand, if it opens such a place. */
function anchorOf(node: Node, parent: Node): Anchor | null {
  const { start, end } = node
  const inList = /^(Program|BlockStatement|SwitchCase)$/.test(parent.type) && node !== parent['test']
  if (inList) return { kind: 'statement', start, end }
  return parent.type === 'ArrowFunctionExpression' && parent['body'] === node && node.type !== 'BlockStatement'
    ? { kind: 'expression', start, end }
    : null
}

/** Keys of an object, names of members, directives: changing one makes another program, or none. */
function isName(node: Node, parent: Node): boolean {
  return (parent['key'] === node && parent['computed'] !== true) || typeof parent['directive'] === 'string'
}

/** All faults of a source, in its order. */
export function faultsOf(source: string): Fault[] {
  const program = parseSync('source.ts', source).program as unknown as Node
  const found: Fault[] = []
  const visit = (node: Node, parent: Node, around: Anchor) => {
    if (isPassedOver(node) || isName(node, parent)) return
    const anchor = anchorOf(node, parent) ?? around
    const line = source.slice(0, node.start).split('\n').length
    if (parent.type !== 'TaggedTemplateExpression' || node.type !== 'TemplateLiteral')
      found.push(...ofNode(node, source).map((change) => ({ ...change, line, anchor })))
    for (const child of childrenOf(node)) visit(child, node, anchor)
  }
  for (const node of childrenOf(program)) visit(node, program, { kind: 'statement', start: node.start, end: node.end })
  return found.filter((fault) => isAnother(fault, source)).toSorted((a, b) => a.start - b.start || a.end - b.end)
}

function isAnother(fault: Fault, source: string): boolean {
  const changed = withFault(source, fault)
  return changed !== source && parseSync('source.ts', changed).errors.length === 0
}

export function withFault(source: string, { start, end, text }: Change): string {
  return source.slice(0, start) + text + source.slice(end)
}

/** The line before and after, as a report shows it. */
export function describeFault(source: string, fault: Fault): { before: string; after: string } {
  const from = source.lastIndexOf('\n', fault.start - 1) + 1
  const to = source.indexOf('\n', fault.end)
  const rest = to < 0 ? source.length : to
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
  const before = oneLine(source.slice(from, rest))
  return { before, after: oneLine(source.slice(from, fault.start) + fault.text + source.slice(fault.end, rest)) }
}
