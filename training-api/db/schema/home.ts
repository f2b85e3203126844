// banners       slides of the home page's carousel
// floors        blocks of the home page below the carousel
// floor_items   tiles of a floor
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, leadsTo, maybeId, tenantId } from './columns.ts'

const terminal = () => text('terminal', { enum: ['web', 'app'] }).notNull().default('web')

export const banners = pgTable('banners', {
  tenantId: tenantId(),
  bannerId: id('banner_id'),
  terminal: terminal(),
  position: integer('position').notNull(),
  title: text('title').notNull(),
  pictureUrl: text('picture_url').notNull(),
  leadsTo: leadsTo(),
  contentId: maybeId('content_id'),
  forwardUrl: text('forward_url'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.bannerId] }),
  index('banners_in_order').on(t.tenantId, t.terminal, t.position),
])

export const floors = pgTable('floors', {
  tenantId: tenantId(),
  floorId: id('floor_id'),
  terminal: terminal(),
  position: integer('position').notNull(),
  /** `grid` and `gridSecond` look alike: the platform knows two kinds of grid. */
  layout: text('layout', { enum: ['grid', 'gridSecond', 'featuredPlan', 'banner'] }).notNull(),
  leftTitle: text('left_title').notNull(),
  rightTitle: text('right_title'),
  rightTitleUrl: text('right_title_url'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.floorId] }),
  index('floors_in_order').on(t.tenantId, t.terminal, t.position),
])

export const floorItems = pgTable('floor_items', {
  tenantId: tenantId(),
  floorId: id('floor_id'),
  itemId: id('item_id'),
  position: integer('position').notNull(),
  caption: text('caption').notNull(),
  pictureUrl: text('picture_url').notNull(),
  leadsTo: leadsTo(),
  contentId: maybeId('content_id'),
  forwardUrl: text('forward_url'),
}, (t) => [primaryKey({ columns: [t.tenantId, t.floorId, t.itemId] })])
