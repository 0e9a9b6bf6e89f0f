// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title SwapSettler
/// @notice Settles swaps with the call of 0x's Settler: it makes the calls that it is told, and pays out what it then holds of the
/// token that is bought, or nothing happens. Each action is a contract, a value and a call, encoded.
contract SwapSettler {
    using SafeERC20 for IERC20;

    error TooLittle();
    error Refused();

    struct Least {
        address payable recipient;
        address buyToken;
        uint256 minAmountOut;
    }

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    receive() external payable {}

    function execute(Least calldata least, bytes[] calldata actions, bytes32) external payable returns (bool) {
        for (uint256 at = 0; at < actions.length; at++) {
            (address target, uint256 value, bytes memory data) = abi.decode(actions[at], (address, uint256, bytes));
            (bool isDone, bytes memory answer) = target.call{value: value}(data);
            if (!isDone) {
                assembly ("memory-safe") {
                    revert(add(answer, 32), mload(answer))
                }
            }
        }
        bool isNative = least.buyToken == NATIVE;
        uint256 held = isNative ? address(this).balance : IERC20(least.buyToken).balanceOf(address(this));
        if (held < least.minAmountOut) revert TooLittle();
        if (!isNative) {
            IERC20(least.buyToken).safeTransfer(least.recipient, held);
            return true;
        }
        (bool isPaid,) = least.recipient.call{value: held}("");
        if (!isPaid) revert Refused();
        return true;
    }
}
