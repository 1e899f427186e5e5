-- us is home of carol; dave's account is closed.
insert into account (id, home, kind, currency, state, balance_minor, version, booked_at)
values ('acc-us-carol',       'us', 'CUSTOMER', 'EUR', 'OPEN',    250, 1, now()),
       ('acc-us-dave',        'us', 'CUSTOMER', 'EUR', 'CLOSED',    0, 0, null),
       ('clearing:eu:EUR:03', 'us', 'CLEARING', 'EUR', 'OPEN',   -250, 1, now());

insert into entry (id, kind, business_key, payment_id, leg_id, cause, at)
values ('ent-us-1', 'CREDIT_LEG', 'bk-2', 'pay-eu-2', 'pay-eu-2/credit', 'cmd-6', now());

insert into posting (entry_id, line, account_id, amount_minor, currency, number, balance_after_minor, booked_at)
values ('ent-us-1', 1, 'clearing:eu:EUR:03', -250, 'EUR', 1, -250, now()), ('ent-us-1', 2, 'acc-us-carol', 250, 'EUR', 1, 250, now());

insert into leg_outcome (leg_id, payment_id, purpose, fingerprint, fingerprint_version, status, reason, entry_id, account_id,
                         counter_home, amount_minor, currency, message_id, answer_id, origin_region, at)
values ('pay-eu-2/credit', 'pay-eu-2', 'PAYMENT', '\x02', 1, 'BOOKED',  null,           'ent-us-1', 'acc-us-carol', 'eu', 250, 'EUR',
        'cmd-6', 'ans-2', 'eu', now()),
       ('pay-eu-3/credit', 'pay-eu-3', 'PAYMENT', '\x03', 1, 'REFUSED', 'PAYEE_CLOSED', null,       'acc-us-dave',  'eu',  50, 'EUR',
        'cmd-7', 'ans-3', 'eu', now());
