import type { Evidence } from './linked-courses'

export type PathNode = Evidence & { id: string; name: string }
export type LearningPath = { id: string; name: string; introduction: string; nodes: PathNode[]; nodeCount: number; courseCount: number }

/** How nodes stand beside each other: lines run to and fro, so that every node is beside the next. */
export type PathLayout = { rows: number; columns: number; /** From 1, for a grid. */ places: { row: number; column: number }[]; /** One per pair of neighbours, on a grid of 100 by 100 a cell. */ lines: string[] }

/** The narrowest a node may be, in pixels. */
export const NODE_WIDTH = 148
const CELL = 100
const BEND = 18

/** The layout of so many nodes in a width of so many pixels, from one column up. */
export function pathLayout(count: number, widthPx: number): PathLayout {
  const columns = Math.max(1, Math.min(Math.floor(widthPx / NODE_WIDTH), count))
  const places = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns)
    const step = index % columns
    return { row: row + 1, column: (row % 2 === 0 ? step : columns - 1 - step) + 1 }
  })
  const centre = ({ row, column }: { row: number; column: number }) => ({ x: (column - 0.5) * CELL, y: (row - 0.5) * CELL })
  const lines = places.slice(1).map((place, index) => {
    const from = centre(places[index]!)
    const to = centre(place)
    if (from.y === to.y) return `M${from.x} ${from.y}H${to.x}`
    // At the end of a row the way bends outwards and goes down.
    const side = columns === 1 ? 0 : from.x > (columns * CELL) / 2 ? BEND : -BEND
    return `M${from.x} ${from.y}C${from.x + side} ${from.y + BEND} ${to.x + side} ${to.y - BEND} ${to.x} ${to.y}`
  })
  return { rows: Math.ceil(count / columns), columns, places, lines }
}
