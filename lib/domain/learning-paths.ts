import type { Evidence } from './linked-courses'

/** A node and how far I am on it; null where the platform does not say. */
export type PathNode = Evidence & { id: string; name: string; standing: 'notStarted' | 'inProgress' | 'passed' | null }
export type LearningPath = { id: string; name: string; introduction: string; nodes: PathNode[]; nodeCount: number; courseCount: number }

/** How nodes stand beside each other: lines run to and fro, so that every node is beside the next. */
export type PathLayout = { rows: number; columns: number; /** From 1, for a grid. */ places: { row: number; column: number }[]; /** One per pair of neighbours, on a grid of 100 by 100 a cell. */ lines: string[] }

/** The narrowest a node may be, in pixels. */
export const NODE_WIDTH = 148
const CELL = 100

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
    // At the end of a row the way goes down.
    return `M${from.x} ${from.y}V${to.y}`
  })
  return { rows: Math.ceil(count / columns), columns, places, lines }
}
