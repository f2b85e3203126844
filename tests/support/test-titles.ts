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

/** The titles of the tests of a file and of the groups they are in, without those that are skipped for good. */
export function titlesIn(text: string, path = 'a.test.tsx'): string[] {
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [first = '', ...rest] = namesOf(node.expression)
      const title = makers.has(first) ? wordsOf(node.arguments[0]) : null
      if (title !== null) {
        if (rest.some((name) => passedOver.has(name))) return
        titles.push(title, ...rowsOf(node.expression).map((row) => title.replace(/%[sj]/, row)))
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return titles
}
