-- eu is home of alice, who has 1000, and of bob.
insert into account (id, home, kind, currency, balance_minor, version, booked_at)
values ('acc-eu-alice',       'eu', 'CUSTOMER', 'EUR',   650, 5, now()),
       ('acc-eu-bob',         'eu', 'MERCHANT', 'EUR',   100, 1, now()),
       ('clearing:us:EUR:03', 'eu', 'CLEARING', 'EUR',   250, 3, now()),
       ('external:EUR',       'eu', 'EXTERNAL', 'EUR', -1000, 1, now());

insert into entry (id, kind, business_key, payment_id, leg_id, cause, at)
values ('ent-eu-0', 'FUND',   'fund', null,       null,              'top-up', now()),
       ('ent-eu-1', 'PAY',    'bk-1', 'pay-eu-1', null,              'cmd-1',  now()),
       ('ent-eu-2', 'PAY',    'bk-2', 'pay-eu-2', 'pay-eu-2/credit', 'cmd-2',  now()),
       ('ent-eu-3', 'PAY',    'bk-3', 'pay-eu-3', 'pay-eu-3/credit', 'cmd-3',  now()),
       ('ent-eu-4', 'RETURN', 'bk-3', 'pay-eu-3', 'pay-eu-3/credit', 'ans-3',  now());

insert into posting (entry_id, line, account_id, amount_minor, currency, number, balance_after_minor, booked_at)
values ('ent-eu-0', 1, 'external:EUR',       -1000, 'EUR', 1, -1000, now()), ('ent-eu-0', 2, 'acc-eu-alice',       1000, 'EUR', 1, 1000, now()),
       ('ent-eu-1', 1, 'acc-eu-alice',        -100, 'EUR', 2, 900, now()), ('ent-eu-1', 2, 'acc-eu-bob',          100, 'EUR', 1, 100, now()),
       ('ent-eu-2', 1, 'acc-eu-alice',        -250, 'EUR', 3, 650, now()), ('ent-eu-2', 2, 'clearing:us:EUR:03',  250, 'EUR', 1, 250, now()),
       ('ent-eu-3', 1, 'acc-eu-alice',         -50, 'EUR', 4, 600, now()), ('ent-eu-3', 2, 'clearing:us:EUR:03',   50, 'EUR', 2, 300, now()),
       ('ent-eu-4', 1, 'clearing:us:EUR:03',   -50, 'EUR', 3, 250, now()), ('ent-eu-4', 2, 'acc-eu-alice',         50, 'EUR', 5, 650, now());

insert into booking_outcome (kind, business_key, request_key, fingerprint, fingerprint_version, outcome, settled, reason, entry_id,
                             payment_id, message_id, answer_id, origin_region, occurred_at, tenant, payer, payee, amount_minor, currency, at)
values ('PaymentRequested', 'bk-1', 'rk-1', '\x00112233445566778899aabbccddee01', 1, 'BOOKED',   true, null,                 'ent-eu-1',
        'pay-eu-1', 'cmd-1', 'res-1', 'eu', now(), 'shop', 'acc-eu-alice', 'acc-eu-bob',    100, 'EUR', now()),
       ('PaymentRequested', 'bk-2', 'rk-2', '\x00112233445566778899aabbccddee02', 1, 'BOOKED',   true, null,                 'ent-eu-2',
        'pay-eu-2', 'cmd-2', 'res-2', 'eu', now(), 'shop', 'acc-eu-alice', 'acc-us-carol',  250, 'EUR', now()),
       ('PaymentRequested', 'bk-3', 'rk-3', '\x00112233445566778899aabbccddee03', 1, 'RETURNED', true, 'PAYEE_CLOSED',       'ent-eu-3',
        'pay-eu-3', 'cmd-3', 'res-3', 'eu', now(), 'shop', 'acc-eu-alice', 'acc-us-dave',    50, 'EUR', now()),
       ('PaymentRequested', 'bk-4', 'rk-4', '\x00112233445566778899aabbccddee04', 1, 'REFUSED',  true, 'INSUFFICIENT_FUNDS', null,
        'pay-eu-4', 'cmd-4', 'res-4', 'eu', now(), 'shop', 'acc-eu-alice', 'acc-eu-bob',   9999, 'EUR', now());

insert into outcome_asker (kind, business_key, request_key, payment_id, asker_request_key, message_id, answer_id, origin_region, occurred_at, at)
values ('PaymentRequested', 'bk-1', 'rk-1', 'pay-us-1', 'rk-1', 'cmd-5', 'res-5', 'us', now(), now());

insert into payment_leg (payment_id, leg_id, counter_home, state, amount_minor, currency, kind, business_key, request_key,
                         answer_message_id, created_at, settled_at)
values ('pay-eu-2', 'pay-eu-2/credit', 'us', 'SETTLED',  250, 'EUR', 'PaymentRequested', 'bk-2', 'rk-2', 'ans-2', now(), now()),
       ('pay-eu-3', 'pay-eu-3/credit', 'us', 'RETURNED',  50, 'EUR', 'PaymentRequested', 'bk-3', 'rk-3', 'ans-3', now(), now());
