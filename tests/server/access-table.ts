/**
 * Which user may do what at every route of the server, written by hand from the endpoint table of the specification.
 *
 * One letter for each of eleven kinds of users, in this order: G guest, T instant tester, F free trial on professional,
 * S standard plan, P professional, N navigator of company 102, C admin of company 102 with a plan, c company admin without
 * a plan, E expert, A admin, D deactivated.
 *
 *     o  the last column: a status (20x: 201 if the object is new, 200 if it existed), and the fields of the
 *        response or its error code
 *     .  401: not signed in              x  403: not allowed for this account
 *     -  404: not found, with the same text as for an id that does not exist
 *
 * `of` names the requested object: the user's own, or another user's.
 */
export const people = ['G', 'T', 'F', 'S', 'P', 'N', 'C', 'c', 'E', 'A', 'D'] as const;
export type Letter = (typeof people)[number];

const accessTable = `
                                                              GTFSPNCcEAD
accounts
POST /auth/register                                           ooooooooooo  201 email expires_in status user_id verification
POST /auth/free_trial                                         ooooooooooo  201 email expires_in status user_id verification
POST /auth/instant_test                                       ooooooooooo  201 email expires_in status user_id verification
POST /auth/verify                                             ooooooooooo  200 accessToken expires_in user verified
POST /auth/re-send-confirmation-code                          ooooooooooo  200 sent
POST /auth/login                                              ooooooooooo  200 accessToken expires_in user
POST /auth/forgot-password                                    ooooooooooo  200 sent
POST /auth/confirm-password                                   ooooooooooo  200 changed
POST /auth/send-sign-in-code                                  ooooooooooo  200 sent
POST /auth/sign-in-by-code                                    ooooooooooo  200 accessToken expires_in user
GET /auth/logout                                              .ooooooooo.  204
POST /auth/getToken                                           .ooooooooo.  200 accessToken expires_in
PUT /auth/banner/cookies                                      ooooooooooo  200 categories consent_id expires_at language
GET /users/me                                                 .ooooooooo.  200 company company_id deletion_due_at display_name email flags id permissions phone plan question_limit question_usage role status subscription unread username
GET /users/me/quotas                                          .ooooooooo.  200 company own
GET /users/me/mails                                           .ooooooooo.  200 orders
PUT /users/me/mails                                           .ooooooooo.  200 orders
GET /users/me/profile                                         .ooooooooo.  200 display_name email has_password language phone
PUT /users/me/profile                                         .ooooooooo.  200 display_name email has_password language phone
PUT /users/me/password                                        .ooooooooo.  422 INVALID
POST /users/me/email                                          .ooooooooo.  422 INVALID
POST /users/me/email/confirm                                  .ooooooooo.  400 TOKEN_INVALID
POST /auth/undo_email_change                                  ooooooooooo  200 email
POST /users/me/deletion                                       .oooooooxx.  422 INVALID
GET /users/me/copies                                          .ooooooooo.  200 items
POST /users/me/copies                                         .ooooooooo.  202 items
GET /users/me/copies/:id             of own.copy              .ooooooooo.  200
GET /users/me/copies/:id             of foreign.copy          .---------.
GET /users/me/deletion                                        .ooooooooo.  200 deletion_due_at proof
DELETE /users/me/deletion                                     .ooooooooo.  200 deletion_due_at proof

GET /users/me/devices                                         .ooooooooo.  200 items limit page total
DELETE /users/me/devices                                      .ooooooooo.  200 ended
DELETE /users/me/devices/:id         of own.device            .ooooooooo.  204
DELETE /users/me/devices/:id         of foreign.device        .---------.

companies: F has no company
GET /company_v2                      of own.company           .x-ooooooo.  200 company_address company_contact_email company_license_limit company_name company_vat_id id licenses_used
GET /company_v2                      of foreign.company       .x------oo.  200 company_address company_contact_email company_license_limit company_name company_vat_id id licenses_used
PUT /company_v2                      of own.company           .xxxxxoooo.  200 company_address company_contact_email company_license_limit company_name company_vat_id id licenses_used
PUT /company_v2                      of foreign.company       .xxxxx--oo.  200 company_address company_contact_email company_license_limit company_name company_vat_id id licenses_used
GET /company_users                   of own.company           .x-ooooooo.  200 items limit page total
GET /company_users                   of foreign.company       .x------oo.  200 items limit page total
PUT /company_users/:id               of own.member            .xxxxxoooo.  200 id role
DELETE /company_users/:id            of own.member            .xxxxxoooo.  204
PUT /company_users/:id               of foreign.member        .xxxxx--oo.  200 id role
DELETE /company_users/:id            of foreign.member        .xxxxx--oo.  204
GET /company_users/invitations       of own.company           .xxxxxoooo.  200 items limit page total
GET /company_users/invitations       of foreign.company       .xxxxx--oo.  200 items limit page total
POST /company_users/invitations/:id/resend of own.invitation     .xxxxxoooo.  200 sent
POST /company_users/invitations/:id/resend of foreign.invitation .xxxxx--oo.  200 sent
DELETE /company_users/invitations/:id of own.invitation       .xxxxxoooo.  204
DELETE /company_users/invitations/:id of foreign.invitation   .xxxxx--oo.  204
POST /auth/create_user                                        .xxxxxoooo.  201 email expires_at status user_id
GET /users/email/:email              of own.email             .xxxxxoooo.  200 display_name exists id
GET /users/email/:email              of foreign.email         .xxxxx--oo.  200 display_name exists id
GET /subscriptions/company_v2 of own.company                  .x-ooooooo.  200 company_address company_contact_email company_license_limit company_name company_vat_id id licenses_used
GET /subscriptions/company_v2 of foreign.company              .x------oo.  200 company_address company_contact_email company_license_limit company_name company_vat_id id licenses_used
PUT /subscriptions/company_v2 of own.company                  .xxxxxoooo.  200 company_address company_contact_email company_license_limit company_name company_vat_id id licenses_used
PUT /subscriptions/company_v2 of foreign.company              .xxxxx--oo.  200 company_address company_contact_email company_license_limit company_name company_vat_id id licenses_used
GET /subscriptions/company_users of own.company               .x-ooooooo.  200 items limit page total
GET /subscriptions/company_users of foreign.company           .x------oo.  200 items limit page total
PUT /subscriptions/company_users/:id of own.member            .xxxxxoooo.  200 id role
DELETE /subscriptions/company_users/:id of own.member         .xxxxxoooo.  204
PUT /subscriptions/company_users/:id of foreign.member        .xxxxx--oo.  200 id role
DELETE /subscriptions/company_users/:id of foreign.member     .xxxxx--oo.  204
GET /subscriptions/company_users/invitations of own.company   .xxxxxoooo.  200 items limit page total
GET /subscriptions/company_users/invitations of foreign.company .xxxxx--oo.  200 items limit page total
POST /subscriptions/company_users/invitations/:id/resend of own.invitation .xxxxxoooo.  200 sent
POST /subscriptions/company_users/invitations/:id/resend of foreign.invitation .xxxxx--oo.  200 sent
DELETE /subscriptions/company_users/invitations/:id of own.invitation .xxxxxoooo.  204
DELETE /subscriptions/company_users/invitations/:id of foreign.invitation .xxxxx--oo.  204


the assistant
POST /bot/questions_v2                                        .oxooooooo.  200 answer conversation_id question thread_id usage
POST /bot/questions_v2               of foreign.assistantRoom .-x-------.
POST /bot/questions                                           .oxooooooo.  200 answer conversation_id question thread_id usage
POST /bot/questions                  of foreign.assistantRoom .-x-------.
GET /bot/answers/:id                 of own.answer            .oxooooooo.  200 confidence content handoff id mode seq sources status suggestions
GET /bot/answers/:id                 of foreign.answer        .-x-------.
POST /bot/answers/:id/stop           of own.answer            .oxooooooo.  200 id state
POST /bot/answers/:id/stop           of foreign.answer        .-x-------.
POST /bot/unregister_user/questions                           ooooooooooo  200 answer question usage
POST /bot/feedback                   of own.answer            .oxooooooo.  200 id state
POST /bot/feedback                   of foreign.answer        .-x-------.
GET /chat/search                                              .ooooooooo.  200 items total

the knowledge base: one for everybody
GET /bot/qandas                                               .xxxxxxxoo.  200 confidence items limit page total
GET /bot/knowledges                                           .xxxxxxxoo.  200 band confidence items limit page total
GET /bot/one-drive                                            .xxxxxxxoo.  501 NOT_CONFIGURED
GET /qnas                                                     .xxxxxxxoo.  200 items limit page total
POST /qnas                                                    .xxxxxxxoo.  201 alternatives answer chat_type check_by id is_answered is_stopped is_synced keyword ko_alternatives ko_answer ko_question large_category medium_category question small_category sources status updated_at updated_by urls version
GET /qnas/categories                                          .xxxxxxxoo.  200 large
GET /qnas/category_tree                                       .xxxxxxxoo.  200 changes items needs_check published qnas
POST /qnas/category_changes/preview                           .xxxxxxxoo.  404 NOT_FOUND
POST /qnas/category_changes                                   .xxxxxxxoo.  404 NOT_FOUND
POST /qnas/category_changes/:id/undo                          .xxxxxxxoo.  404 NOT_FOUND
GET /qnas/csv                                                 .xxxxxxxoo.  200
POST /qnas/similar                                            .xxxxxxxoo.  200 items
POST /qnas/publish                                            .xxxxxxxoo.  409 STALE
GET /qnas/:id of own.qna                                      .xxxxxxxoo.  200 alternatives answer chat_type check_by id is_answered is_stopped is_synced keyword ko_alternatives ko_answer ko_question large_category medium_category question small_category sources status updated_at updated_by urls version
PUT /qnas/:id of own.qna                                      .xxxxxxxoo.  200 alternatives answer chat_type check_by id is_answered is_stopped is_synced keyword ko_alternatives ko_answer ko_question large_category medium_category question small_category sources status updated_at updated_by urls version
DELETE /qnas/:id of own.qna                                   .xxxxxxxoo.  204
POST /qnas/:id/stop of own.qna                                .xxxxxxxoo.  200 alternatives answer chat_type check_by id is_answered is_stopped is_synced keyword ko_alternatives ko_answer ko_question large_category medium_category question small_category sources status updated_at updated_by urls version
POST /qnas/:id/resume of own.qna                              .xxxxxxxoo.  409 STALE
GET /qnas/:id/versions of own.qna                             .xxxxxxxoo.  200 items total
POST /qnas/:id/versions/:version/restore of own.qna           .xxxxxxxoo.  200 alternatives answer chat_type check_by id is_answered is_stopped is_synced keyword ko_alternatives ko_answer ko_question large_category medium_category question small_category sources status updated_at updated_by urls version

experts and project rooms
POST /experts/chats                                           .xoxoooxoo.  201 conversation message
POST /experts/chats                  of foreign.room          .x-x---xoo.  201 conversation message
POST /experts/chat-reply             of foreign.room          .xxxxxxxoo.  201 message
POST /experts/messages/:id/feedbacks of own.answer            .x-xoooxoo.  200 id rating
POST /experts/messages/:id/feedbacks of foreign.answer        .x-x---x--.
GET /experts/messages/:id/draft      of own.answer            .xxxxxxx--.
POST /experts/messages/:id/approve   of own.answer            .xxxxxxx--.
POST /experts/deactivate-expert-notification                  ooooooooooo  200 deactivated
GET /conversations/:id               of own.room              .ooooooooo.  200 messages next_before room unreadCount
GET /conversations/:id               of foreign.room          .-------oo.  200 messages next_before room unreadCount
GET /conversations/:id               of foreign.assistantRoom .---------.
POST /po-chats/rooms                                          .xxxxooxoo.  201 room
POST /po-chats/rooms                 of foreign.order         .xxxx--xoo.  20x room
POST /po-chats/rooms                 of company.order         .xxxx--xoo.  20x room
POST /po-chats/po_test_result_rooms                           .xxxxooxoo.  201 room
GET /po-chats/rooms/:id              of own.poRoom            .xxxxooxoo.  200 messages next_before room unreadCount
GET /po-chats/rooms/:id              of foreign.room          .xxxx--xoo.  200 messages next_before room unreadCount
POST /po-chats/rooms/:id/messages    of own.poRoom            .xxxxooxoo.  201 message
POST /po-chats/rooms/:id/messages    of foreign.room          .xxxx--xoo.  201 message
GET /po-chats/unread_messages_count                           .xxxxooxoo.  200 rooms total_unread_message

orders: colleagues with the pass and staff may read them; only the owner, and whom the owner invites, changes a draft; only the owner places it
POST /po_system/orders/save                                   .xxxxooxoo.  201 order warnings
POST /po_system/orders/save          of own.order             .xxxxooxoo.  201 order warnings
POST /po_system/orders/save          of foreign.order         .xxxx--xxx.
POST /po_system/orders/save          of company.order         .xxxxxxxxx.
GET /po_system/orders/:id/load       of own.order             .xxxxooxoo.  200 allowed_commands attachments history order test_reports
GET /po_system/orders/:id/load       of foreign.order         .xxxx--xoo.  200 allowed_commands attachments history order test_reports
GET /po_system/orders/:id/load       of company.order         .xxxxooxoo.  200 allowed_commands attachments history order test_reports
GET /po_system/orders/:id/revisions  of own.order             .xxxxooxoo.  200 items
GET /po_system/orders/:id/revisions  of foreign.order         .xxxx--xoo.  200 items
GET /po_system/orders/:id/revisions  of company.order         .xxxxooxoo.  200 items
GET /po_system/orders/:id/quote/pdf  of own.order             .xxxx--x--.
GET /po_system/orders/:id/quote/pdf  of foreign.order         .xxxx--x--.
GET /po_system/orders/:id/invoice/pdf  of own.order           .xxxx--x--.
GET /po_system/orders/:id/credit_note/pdf of own.order        .xxxx--x--.
GET /po_system/orders/:id/record     of own.order             .xxxxooxoo.  200
GET /po_system/orders/:id/record     of foreign.order         .xxxx--xoo.  200
GET /po_system/orders/:id/record     of company.order         .xxxxooxoo.  200
PUT /po_system/orders/:id/colleagues of own.order             .xxxxooxoo.  200 colleagues
PUT /po_system/orders/:id/colleagues of foreign.order         .xxxx--xxx.
PUT /po_system/orders/:id/colleagues of company.order         .xxxxxxxxx.
POST /po_system/orders/place         of own.order             .xxxxooxoo.  409 PRICE_CHANGED
POST /po_system/orders/place         of foreign.order         .xxxx--xxx.
POST /po_system/orders/place         of company.order         .xxxxxxxxx.
POST /po_system/orders/delete        of own.draft             .xxxxooxoo.  204
POST /po_system/orders/delete        of foreign.order         .xxxx--xxx.
POST /po_system/orders/delete        of company.order         .xxxxxxxxx.
DELETE /po_system/orders/:id         of own.draft             .xxxxooxoo.  204
DELETE /po_system/orders/:id         of foreign.order         .xxxx--xxx.
DELETE /po_system/orders/:id         of company.order         .xxxxxxxxx.
GET /po_system/view_single_order     of own.order             .xxxxooxoo.  200 allowed_commands attachments history order test_reports
GET /po_system/view_single_order     of foreign.order         .xxxx--xoo.  200 allowed_commands attachments history order test_reports
GET /po_system/view_single_order     of company.order         .xxxxooxoo.  200 allowed_commands attachments history order test_reports
GET /po_system/orders/:id/attachments  of own.order           .xxxxooxoo.  200 items
GET /po_system/orders/:id/attachments  of foreign.order       .xxxx--xoo.  200 items
GET /po_system/orders/:id/attachments  of company.order       .xxxxooxoo.  200 items
POST /po_system/orders/:id/attachments  of own.order          .xxxxooxoo.  201 items
POST /po_system/orders/:id/attachments  of foreign.order      .xxxx--xoo.  201 items
POST /po_system/orders/:id/attachments  of company.order      .xxxxxxxoo.  201 items
GET /po_system/orders/:id/parcels      of own.order           .xxxxooxoo.  200 parcels
GET /po_system/orders/:id/parcels      of foreign.order       .xxxx--xoo.  200 parcels
GET /po_system/orders/:id/parcels      of company.order       .xxxxooxoo.  200 parcels
POST /po_system/orders/:id/parcels     of own.order           .xxxxooxoo.  409 ILLEGAL_TRANSITION
POST /po_system/orders/:id/parcels     of foreign.order       .xxxx--xoo.  409 ILLEGAL_TRANSITION
POST /po_system/orders/:id/parcels     of company.order       .xxxxxxxoo.  409 ILLEGAL_TRANSITION
GET /po_system/orders/:id/test_reports  of own.order          .xxxxooxoo.  200 items
GET /po_system/orders/:id/test_reports  of foreign.order      .xxxx--xoo.  200 items
GET /orders/:id/test_reports         of own.order             .xxxxooxoo.  200 items
GET /orders/:id/test_reports         of foreign.order         .xxxx--xoo.  200 items
GET /po_system/orders/:id/test_reports/:reportId/download of own.report           .xxxxooxoo.  200
GET /po_system/orders/:id/test_reports/:reportId/download of foreign.report       .xxxx--xoo.  200
GET /po_system/orders/:id/test_reports/:reportId/download of own.addedReport      .xxxx--xoo.  200
GET /po_system/orders/:id/test_reports/:reportId/download of foreign.addedReport  .xxxx--xoo.  200
GET /po_system/orders/:id/labels/pdf of own.order             .xxxx--x--.
GET /po_system/orders/:id/labels/pdf of foreign.order         .xxxx--x--.
GET /users/orders/:id/attachments    of own.order             .xxxxooxoo.  200 items
GET /users/orders/:id/attachments    of foreign.order         .xxxx--xoo.  200 items
GET /users/orders/:id/attachments/:attachmentId/download of own.orderFile      .xxxxooxoo.  200
GET /users/orders/:id/attachments/:attachmentId/download of foreign.orderFile  .xxxx--xoo.  200
POST /po_system/calculate                                     .xxxxooxoo.  200 currency doc_hash items quote_hash rate_card subtotal tax total valid_until
POST /po_system/calculate            of foreign.order         .xxxx--xoo.  200 currency doc_hash items quote_hash rate_card subtotal tax total valid_until
POST /po_system/calculate            of company.order         .xxxxooxoo.  200 currency doc_hash items quote_hash rate_card subtotal tax total valid_until
GET /po_system/rate_card                                      .xxxxooxoo.  200 card number tax_bp time_zone

files and the sync layer
POST /uploads                                                 .ooooooooo.  201
HEAD /uploads/:id                    of own.upload            .ooooooooo.  200
HEAD /uploads/:id                    of foreign.upload        .---------.
PATCH /uploads/:id                   of own.upload            .ooooooooo.  204
PATCH /uploads/:id                   of foreign.upload        .---------.
DELETE /uploads/:id                  of own.upload            .ooooooooo.  204
DELETE /uploads/:id                  of foreign.upload        .---------.
GET /files/:id                       of own.file              .ooooooooo.  200
GET /files/:id                       of foreign.file          .-------oo.  200
GET /users/files                                              .ooooooooo.  200 items limit page total
POST /users/files                    of own.finished          .ooooooooo.  201 created_at id mime name size url
POST /users/files                    of foreign.finished      .---------.
GET /users/files/:id                 of own.ownFile           .ooooooooo.  200
GET /users/files/:id                 of foreign.ownFile       .---------.
DELETE /users/files/:id              of own.ownFile           .ooooooooo.  204
DELETE /users/files/:id              of foreign.ownFile       .---------.
POST /sync/push                      of own.id                .ooooooooo.  200 cursorHint results
POST /sync/push                      of foreign.id            .ooooooooo.  409 ACTOR_MISMATCH
POST /sync/pull                                               .ooooooooo.  200 events more next standing
GET /sync/snapshot                                            .ooooooooo.  200
GET /sync/knowledge                                           .ooooooooo.  200 entries gone settings stamp trees whole

subscriptions and invoices
GET /subscriptions/plans                                      ooooooooooo  200 items limit page payment questions total
GET /subscriptions/premium_plans                              ooooooooooo  200 items limit page payment questions total
GET /subscriptions/products                                   ooooooooooo  200 items limit page total
GET /subscriptions/current                                    .ooooooooo.  200 invoices may_cancel may_change pending subscription trial_available trial_refused
POST /subscriptions/subscribe                                 .ooooooooo.  200 invoice subscription
POST /subscriptions/subscribe_v2                              .ooooooooo.  200 checkout_url invoice subscription
POST /subscriptions/intents                                   .ooooooooo.  501 PAYMENT_NOT_CONFIGURED
POST /subscriptions/intents_v2                                .ooooooooo.  501 PAYMENT_NOT_CONFIGURED
POST /subscriptions/cancel_subscription                       .ooooooooo.  200 subscription
POST /subscriptions/cancel_subscription of foreign.id         .-------oo.  200 subscription
GET /subscriptions/invoices/:id/pdf  of own.invoice           .ooooooooo.  200
GET /subscriptions/invoices/:id/pdf  of foreign.invoice       .-------oo.  200
POST /subscriptions/contact_us                                ooooooooooo  201 id sent
POST /subscriptions/webhooks/stripe                           ooooooooooo  501 PAYMENT_NOT_CONFIGURED
POST /hooks/carrier                                           -----------
GET /admin-api/audit                                          .xxxxxxxoo.  200 items limit page total
GET /qnas/imports                                             .xxxxxxxoo.  200 items limit page total
POST /qnas/imports                                            .xxxxxxxoo.  202 changes changes_total columns conflicts conflicts_total created dry_run errors errors_total file_name head_row import_id made_at made_by missing notes notes_total preview refused rows sheet sheets skipped state updated valid
GET /qnas/imports/example                                     .xxxxxxxoo.  200
GET /qnas/imports/:id                                         .xxxxxxxoo.  200 changes changes_total columns conflicts conflicts_total created dry_run errors errors_total file_name head_row import_id made_at made_by missing notes notes_total preview refused rows sheet sheets skipped state updated valid
PUT /qnas/imports/:id                                         .xxxxxxxoo.  200 changes changes_total columns conflicts conflicts_total created dry_run errors errors_total file_name head_row import_id made_at made_by missing notes notes_total preview refused rows sheet sheets skipped state updated valid
POST /qnas/imports/:id/commit                                 .xxxxxxxoo.  200 created refused skipped stale updated
POST /qnas/imports/:id/undo                                   .xxxxxxxoo.  409 IMPORT_CLOSED
GET /qnas/xlsx                                                .xxxxxxxoo.  200
GET /admin-api/empty_combinations                             .xxxxxxxoo.  200 items limit page total
GET /admin-api/finder_trees                                   .xxxxxxxoo.  200 items limit page total
GET /admin-api/finder_trees/:id/versions                      .xxxxxxxoo.  404 NOT_FOUND
POST /admin-api/finder_trees/:id                              .xxxxxxxoo.  404 NOT_FOUND
POST /admin-api/knowledge/retrieval_test                      .xxxxxxxoo.  200 answer_at band confidence hits reasons suggest_at unpublished words
GET /admin-api/knowledge/questions                            .xxxxxxxoo.  200 items limit page total
POST /admin-api/knowledge/questions                           .xxxxxxxoo.  201 id
DELETE /admin-api/knowledge/questions/:id                     .xxxxxxxoo.  404 NOT_FOUND
GET /qnas/synchronizes                                        .xxxxxxxoo.  200 ended_at eval index_version is_outdated job_id pending problem progress result started_at started_by state takes_over_alone
POST /qnas/synchronizes                                       .xxxxxxxoo.  202 job_id
POST /qnas/synchronizes/:id/take_over                         .xxxxxxxoo.  404 NOT_FOUND
DELETE /qnas/synchronizes/:id                                 .xxxxxxxoo.  404 NOT_FOUND
GET /qnas/synchronizes/history                                .xxxxxxxoo.  200 items limit page total
POST /qnas/synchronizes/rollback                              .xxxxxxxoo.  409 STALE
GET /admin-api/knowledge/questions/csv                        .xxxxxxxoo.  200
POST /admin-api/knowledge/questions/csv                       .xxxxxxxoo.  200 added changed is_done problems problems_total unchanged
GET /admin-api/knowledge/questions/figures                    .xxxxxxxoo.  200 items total
GET /admin-api/knowledge_documents                            .xxxxxxxoo.  200 items limit page total
POST /admin-api/knowledge_documents  of own.finished          .xxxxxxxoo.  201 added_at added_by id large_category left_out made medium_category mime name open pages problem size state url
POST /admin-api/knowledge_documents  of foreign.finished      .xxxxxxx--.
GET /admin-api/knowledge_documents/:id       of own.document  .xxxxxxxoo.  200 added_at added_by id items large_category left_out made medium_category mime name open pages problem size state url
GET /admin-api/knowledge_documents/:id/file  of own.document  .xxxxxxxoo.  200
POST /admin-api/knowledge_documents/:id/qnas of own.document  .xxxxxxx--.
POST /admin-api/knowledge_documents/:id/left_out of own.document .xxxxxxxoo.  200 changed
DELETE /admin-api/knowledge_documents/:id    of own.document  .xxxxxxxoo.  204
GET /admin-api/records                                        .xxxxxxxoo.  200 items limit page total
GET /admin-api/records/export                                 .xxxxxxxoo.  200 items total
GET /admin-api/records/:id/turns                              .xxxxxxx--.
GET /admin-api/records/groups                                 .xxxxxxxoo.  200 items limit page total
GET /admin-api/records/groups/export                          .xxxxxxxoo.  200 items total
GET /admin-api/records/groups/:id                             .xxxxxxx--.
POST /admin-api/records/decisions                             .xxxxxxxoo.  409 STALE
DELETE /admin-api/records/decisions/:id                       .xxxxxxx--.
GET /admin-api/records/checks                                 .xxxxxxxoo.  200 items limit page total
GET /admin-api/records/entries                                .xxxxxxxoo.  200 items total
GET /admin-api/invoices                                       .xxxxxxxoo.  200 items limit missing page total
POST /admin-api/invoices/:id/paid                             .xxxxxxxoo.  200 amount company currency due_at due_on email id issued_at issued_on kind number paid_at pdf_url status subscription_id subtotal tax
POST /admin-api/invoices/:id/void                             .xxxxxxxoo.  200 amount company currency due_at due_on email id issued_at issued_on kind number paid_at pdf_url status subscription_id subtotal tax
POST /admin-api/companies/:id/open_credit of own.company      .xxxxxxxxo.  200 id last_change name open_credit
POST /admin-api/companies/:id/open_credit of foreign.company  .xxxxxxxxo.  200 id last_change name open_credit
GET /admin-api/po_orders/orders                               .xxxxxxxoo.  200 companies experts items limit page total
GET /admin-api/po_orders/orders/export                        .xxxxxxxoo.  200 items total
GET /admin-api/po_orders/orders/:id  of own.order             .xxxxxxxoo.  200 allowed_commands company entries expert experts order
GET /admin-api/po_orders/orders/:id  of foreign.order         .xxxxxxxoo.  200 allowed_commands company entries expert experts order
POST /admin-api/po_orders/orders/:id/notes  of own.order      .xxxxxxxoo.  201 entries expert
POST /admin-api/po_orders/orders/:id/notes  of foreign.order  .xxxxxxxoo.  201 entries expert
POST /admin-api/po_orders/orders/:id/expert  of own.order     .xxxxxxxoo.  201 entries expert
POST /admin-api/po_orders/orders/:id/expert  of foreign.order .xxxxxxxoo.  201 entries expert
POST /admin-api/po_orders/orders/:id/parcels      of own.order      .xxxxxxxoo.  409 ILLEGAL_TRANSITION
POST /admin-api/po_orders/orders/:id/parcels      of foreign.order  .xxxxxxxoo.  409 ILLEGAL_TRANSITION
GET /admin-api/po_orders/orders/:id/attachments   of own.order      .xxxxxxxoo.  200 items
GET /admin-api/po_orders/orders/:id/attachments   of foreign.order  .xxxxxxxoo.  200 items
POST /admin-api/po_orders/orders/:id/attachments  of own.order      .xxxxxxxoo.  201 items
POST /admin-api/po_orders/orders/:id/attachments  of foreign.order  .xxxxxxxoo.  201 items
DELETE /admin-api/po_orders/orders/:id/attachments/:attachmentId of own.orderFile      .xxxxxxxoo.  204
DELETE /admin-api/po_orders/orders/:id/attachments/:attachmentId of foreign.orderFile  .xxxxxxxoo.  204
DELETE /admin-api/po-orders/orders/:id/attachments/:attachmentId of own.orderFile      .xxxxxxxoo.  204
DELETE /admin-api/po-orders/orders/:id/attachments/:attachmentId of foreign.orderFile  .xxxxxxxoo.  204
POST /admin-api/po_orders/orders/:id/cells  of own.order            .xxxxxxxxx.
POST /admin-api/po_orders/orders/:id/cells  of foreign.order        .xxxxxxxoo.  409 ILLEGAL_TRANSITION
GET /admin-api/po_orders/orders/:id/test_reports   of own.order     .xxxxxxxoo.  200 items missing_tests
GET /admin-api/po_orders/orders/:id/test_reports   of foreign.order .xxxxxxxoo.  200 items missing_tests
POST /admin-api/po_orders/orders/:id/test_reports  of own.order     .xxxxxxxxx.
POST /admin-api/po_orders/orders/:id/test_reports  of foreign.order .xxxxxxxoo.  409 ILLEGAL_TRANSITION
DELETE /admin-api/po_orders/orders/:id/test_reports/:reportId of own.addedReport     .xxxxxxxxx.
DELETE /admin-api/po_orders/orders/:id/test_reports/:reportId of foreign.addedReport .xxxxxxxoo.  204
POST /admin-api/po_orders/orders/:id/test_reports/publish of own.addedReport         .xxxxxxxxx.
POST /admin-api/po_orders/orders/:id/test_reports/publish of foreign.addedReport     .xxxxxxxoo.  409 ILLEGAL_TRANSITION
POST /admin-api/po_orders/orders/:id/test_reports/:reportId/withdraw of own.report     .xxxxxxxxx.
POST /admin-api/po_orders/orders/:id/test_reports/:reportId/withdraw of foreign.report .xxxxxxxoo.  200 items missing_tests
POST /admin-api/po_system/order_command  of own.order         .xxxxxxxoo.  409 STALE
POST /admin-api/po_system/order_command  of foreign.order     .xxxxxxxoo.  409 STALE
GET /admin-api/model                                          .xxxxxxxoo.  200 endpoint has_key is_on limits model month reports_usage today
POST /admin-api/model/test                                    .xxxxxxxoo.  200 first_ms found model whole_ms works
GET /admin-api/assistant_settings                             .xxxxxxxoo.  200 made_at made_by settings version
POST /admin-api/assistant_settings                            .xxxxxxxoo.  409 STALE
GET /admin-api/rate_cards                                     .xxxxxxxoo.  200 items limit page total
POST /admin-api/rate_cards/preview                            .xxxxxxxoo.  200 items total
POST /admin-api/rate_cards                                    .xxxxxxxoo.  409 STALE

the server itself, and the built app
GET /healthz                                                  ooooooooooo  200 status
GET /readyz                                                   ooooooooooo  200 status
GET /version.json                                             ooooooooooo  200 built_at min_client version
GET /metrics                                                  -----------
GET /dev/mail                                                 -----------
GET /docs/*                                                   ooooooooooo  200
GET /*                                                        ooooooooooo  200
GET /about_us                                                 ooooooooooo  200
GET /pricing                                                  ooooooooooo  200
GET /white-paper                                              ooooooooooo  200
GET /contact_us                                               ooooooooooo  200
GET /privacy-policy                                           ooooooooooo  200
GET /robots.txt                                               ooooooooooo  200
GET /sitemap.xml                                              ooooooooooo  200
`;

/** Socket namespaces, in the format of `accessTable`: o joins, . UNAUTHORIZED, x FORBIDDEN. */
const socketTable = `
              GTFSPNCcEAD
/sync         .ooooooooo.
/po-chat      .xxxxooxoo.
/socket/v1    .xoxoooxoo.
`;

/** One line of the table. */
export interface AccessLine {
  method: string;
  path: string;
  /** `own.room`, `foreign.order`; empty when there is no object. */
  of: string;
  expected: Record<Letter, string>;
  status: string;
  names: string[];
}

/** The lines of `accessTable`. */
export function accessLines(): AccessLine[] {
  return accessTable.split('\n').flatMap((line) => {
    const found = /^([A-Z]+) (\S+) +(?:of (\S+) +)?([.xo-]{11})(?: +(\d\d[\dx])((?: \S+)*))?$/.exec(line);
    if (found === null) {
      if (/^[A-Z]+ \//.test(line)) throw new Error(`this line cannot be read: ${line}`);
      return [];
    }
    const [, method = '', path = '', of = '', letters = '', status = '', names = ''] = found;
    return [{ method, path, of, expected: byLetter(letters), status, names: names.split(' ').slice(1) }];
  });
}

/** The lines of `socketTable`: what each kind of user gets in each namespace. */
export function socketLines(): { namespace: string; expected: Record<Letter, string> }[] {
  return socketTable.split('\n').flatMap((line) => {
    const found = /^(\/\S+) +([.xo]{11})$/.exec(line);
    return found === null ? [] : [{ namespace: found[1] ?? '', expected: byLetter(found[2] ?? '') }];
  });
}

/** A company to which no user of the table belongs. */
export const foreignCompany = 700;

/** Staff must name the company in the query. */
export function whichCompany(letter: Letter, of: string): string {
  if (letter !== 'E' && letter !== 'A') return '';
  return `?company_id=${of.startsWith('own') ? 102 : foreignCompany}`;
}

function byLetter(letters: string): Record<Letter, string> {
  return Object.fromEntries(people.map((letter, i) => [letter, letters[i] ?? ''])) as Record<Letter, string>;
}
