import { describe, expect, it } from 'vitest'
import { NODE_WIDTH, pathLayout } from '@/lib/domain/learning-paths'
import { evidenceOf, type LinkedCourse } from '@/lib/domain/linked-courses'
import { coverName } from '@/lib/domain/post-maps'

describe('the drawing of a path', () => {
  it('runs to and fro, each node beside the next, in every width', () => {
    for (let width = 200; width <= 1200; width += 37) {
      for (let count = 1; count <= 9; count += 1) {
        const { places, lines, columns, rows } = pathLayout(count, width)
        expect(places).toHaveLength(count)
        expect(lines).toHaveLength(count - 1)
        expect(columns === 1 || columns * NODE_WIDTH <= width).toBe(true)
        expect(rows * columns).toBeGreaterThanOrEqual(count)
        for (const [index, place] of places.entries()) {
          const next = places[index + 1]
          if (next) expect(Math.abs(place.row - next.row) + Math.abs(place.column - next.column), `${count} in ${width}`).toBe(1)
        }
        expect(new Set(places.map(({ row, column }) => `${row} ${column}`)).size).toBe(count)
      }
    }
  })

  it('is a column on a phone and joins the middles of cells', () => {
    expect(pathLayout(3, 240)).toMatchObject({ columns: 1, rows: 3, lines: ['M50 50V150', 'M50 150V250'] })
    expect(pathLayout(3, 2 * NODE_WIDTH)).toMatchObject({ columns: 2, places: [{ row: 1, column: 1 }, { row: 1, column: 2 }, { row: 2, column: 2 }], lines: ['M50 50H150', 'M150 50V150'] })
    expect(pathLayout(0, 300)).toMatchObject({ rows: 0, places: [], lines: [] })
  })
})

describe('the evidence of a skill', () => {
  it('is what is passed; everything else is missing', () => {
    const course = (id: string, standing: LinkedCourse['standing']) => ({ id, standing }) as LinkedCourse
    const { passed, missing } = evidenceOf([course('1', 'passed'), course('2', 'failed'), course('3', 'notStarted'), course('4', 'inProgress'), course('5', 'passed')])
    expect([passed.map(({ id }) => id), missing.map(({ id }) => id)]).toEqual([['1', '5'], ['2', '3', '4']])
  })
})

describe('the cover of a post map', () => {
  it.each([['低压电工班长', '低压电工'], ['焊工', '焊工'], ['𠮷𠮷𠮷𠮷𠮷', '𠮷𠮷𠮷𠮷'], ['', '']])('%s: %s', (name, shown) => {
    expect(coverName(name)).toBe(shown)
  })
})
