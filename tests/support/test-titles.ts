import ts from 'typescript'

const makers = new Set(['test', 'it', 'describe'])
const passedOver = new Set(['skip', 'todo', 'fixme'])

/** The names a call goes by, from the left: `test.describe.configure` gives all three of them, `it.each(rows)` the two before its table. */
function namesOf(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text]
  if (ts.isPropertyAccessExpression(callee)) return [...namesOf(callee.expression), callee.name.text]
  return ts.isCallExpression(callee) ? namesOf(callee.expression) : []
}

/** A title as it is written, with `${…}` where it is filled in; null for what is no text. */
function wordsOf(node: ts.Node | undefined): string | null {
  if (node === undefined) return null
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ expression, literal }) => `\${${expression.getText()}}${literal.text}`).join('')
}

/** The first words of each row of a table that stands within its `each`. */
function rowsOf(callee: ts.Expression): string[] {
  const table = ts.isCallExpression(callee) && namesOf(callee.expression).at(-1) === 'each' ? callee.arguments[0] : undefined
  if (table === undefined || !ts.isArrayLiteralExpression(table)) return []
  return table.elements.flatMap((row) => wordsOf(ts.isArrayLiteralExpression(row) ? row.elements[0] : row) ?? [])
}

/** What stands in the `runIf` of a call, as it is written. */
function conditionOf(callee: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(callee)) return conditionOf(callee.expression)
  if (!ts.isCallExpression(callee)) return undefined
  return namesOf(callee.expression).at(-1) === 'runIf' ? callee.arguments[0]?.getText() : conditionOf(callee.expression)
}

/** A test or a group, and the conditions under which it runs at all, its groups' with its own. */
export type TitledTest = { title: string; conditions: string[] }

/** The tests of a file and the groups they are in, without those that are skipped for good. */
export function testsIn(text: string, path = 'a.test.tsx'): TitledTest[] {
  const tests: TitledTest[] = []
  const visit = (node: ts.Node, around: string[]): void => {
    let conditions = around
    if (ts.isCallExpression(node)) {
      const [first = '', ...rest] = namesOf(node.expression)
      const title = makers.has(first) ? wordsOf(node.arguments[0]) : null
      if (title !== null) {
        if (rest.some((name) => passedOver.has(name))) return
        const own = conditionOf(node.expression)
        if (own !== undefined) conditions = [...around, own]
        tests.push(...[title, ...rowsOf(node.expression).map((row) => title.replace(/%[sj]/, row))].map((one) => ({ title: one, conditions })))
      }
    }
    ts.forEachChild(node, (child) => visit(child, conditions))
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX), [])
  return tests
}

/** Their titles. */
export const titlesIn = (text: string, path?: string): string[] => testsIn(text, path).map(({ title }) => title)
